use std::io::{self, BufRead, Read as _};

use super::answer::Status;

/// The maximum size of the request line and header, in bytes.
const LONGEST: u64 = 16 * 1024;

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Whether only the header is wanted.
    pub head: bool,
    /// The decoded path, split at its slashes; no part of it leads upwards.
    pub path: Vec<String>,
    /// Whether the path names a folder.
    pub folder: bool,
    /// The query, with its question mark.
    pub query: String,
    /// The encodings that the client accepts.
    pub encodings: String,
    /// The tag of the version that the client has.
    pub known: String,
    /// Whether it is the last request of its connection.
    pub closes: bool,
}

impl Request {
    /// Reads the next request of a connection. Returns `None` at the end.
    pub fn read(from: &mut impl BufRead) -> io::Result<Option<Result<Self, Status>>> {
        let mut bytes = from.take(LONGEST);
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            bytes.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                let cut = !line.is_empty() || !lines.is_empty();
                let status =
                    if bytes.limit() == 0 { Status::HeaderTooLong } else { Status::BadRequest };
                return Ok(cut.then_some(Err(status)));
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_string();
            match (text.is_empty(), lines.is_empty()) {
                // Empty lines before a request are skipped, as the protocol asks.
                (true, true) => {}
                (true, false) => return Ok(Some(parse(&lines))),
                (false, _) => lines.push(text),
            }
        }
    }

    /// Returns `true` if the client accepts an encoding: it is listed, and not refused.
    pub fn accepts(&self, encoding: &str) -> bool {
        self.encodings.split(',').any(|it| {
            let (name, weight) = it.split_once(';').unwrap_or((it, ""));
            let refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
            name.trim().eq_ignore_ascii_case(encoding) && !refused
        })
    }
}

fn parse(lines: &[String]) -> Result<Request, Status> {
    let [first, headers @ ..] = lines else { return Err(Status::BadRequest) };
    let words: Vec<&str> = first.split(' ').collect();
    let [method, target, version] = words[..] else { return Err(Status::BadRequest) };
    let kept_open = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ => return Err(Status::BadRequest),
    };
    let head = match method {
        "GET" => false,
        "HEAD" => true,
        _ => return Err(Status::MethodNotAllowed),
    };
    let (path, query) = target.split_at(target.find(['?', '#']).unwrap_or(target.len()));
    let (path, folder) = split_path(path)?;
    let request = Request { head, path, folder, query: query.into(), ..Request::default() };
    read_headers(Request { closes: !kept_open, ..request }, headers)
}

fn read_headers(mut request: Request, headers: &[String]) -> Result<Request, Status> {
    let mut host = None;
    for header in headers {
        let (name, value) = header.split_once(':').ok_or(Status::BadRequest)?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => host = Some(value.to_owned()),
            "accept-encoding" => request.encodings = value.into(),
            "if-none-match" => request.known = value.into(),
            "connection" if value.eq_ignore_ascii_case("close") => request.closes = true,
            // A body would be taken for the next request.
            "content-length" if value == "0" => {}
            "content-length" | "transfer-encoding" => return Err(Status::BadRequest),
            _ => {}
        }
    }
    match host {
        Some(host) if !is_here(&host) => Err(Status::Misdirected),
        None if !request.closes => Err(Status::BadRequest),
        _ => Ok(request),
    }
}

/// Returns the parts of a path, and whether it names a folder. A path that could leave its root, or
/// that other programs might read differently, is not found.
fn split_path(path: &str) -> Result<(Vec<String>, bool), Status> {
    let decoded = decode(path.strip_prefix('/').ok_or(Status::BadRequest)?)?;
    let folder = decoded.is_empty() || decoded.ends_with('/');
    let inner = decoded.strip_suffix('/').unwrap_or(&decoded);
    let parts: Vec<String> = inner.split('/').map(String::from).collect();
    let parts = if inner.is_empty() { Vec::new() } else { parts };
    let odd = |part: &String| {
        part.is_empty() || part.starts_with('.') || part.contains(['\\', ':', '\0'])
    };
    if parts.iter().any(odd) { Err(Status::NotFound) } else { Ok((parts, folder)) }
}

fn decode(text: &str) -> Result<String, Status> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            let value = digit().zip(digit()).map(|(high, low)| high * 16 + low);
            decoded.push(value.and_then(|it| u8::try_from(it).ok()).ok_or(Status::BadRequest)?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).map_err(|_| Status::BadRequest)
}

/// Returns `true` if a host is this machine. A page with any other name could be trying to read what
/// only this machine may.
fn is_here(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost") || host == "localhost"
}
