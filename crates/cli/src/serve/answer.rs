use std::borrow::Cow;
use std::fmt::Write as _;

use super::request::Request;
use super::site::Site;

/// The status of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    MovedPermanently,
    NotModified,
    BadRequest,
    NotFound,
    MethodNotAllowed,
    Misdirected,
    HeaderTooLong,
}

/// A response.
pub struct Answer {
    status: Status,
    headers: Vec<(&'static str, String)>,
    body: Cow<'static, [u8]>,
    /// Whether only the header is sent, although it describes the body.
    bare: bool,
}

impl Answer {
    /// Returns the requested file, or a page that says why there is none.
    pub fn to(request: &Request, site: &Site) -> Self {
        let mut answer = Self::whole(request, site);
        answer.bare = request.head;
        answer
    }

    fn whole(request: &Request, site: &Site) -> Self {
        let path = request.path.join("/");
        let index =
            if path.is_empty() { "index.html".into() } else { format!("{path}/index.html") };
        if request.folder {
            return Self::found(request, site, &index).unwrap_or_else(|| Self::missing(&path));
        }
        if let Some(answer) = Self::found(request, site, &path) {
            return answer;
        }
        if site.file(&index).is_some() {
            return Self::moved(&path, &request.query);
        }
        Self::missing(&path)
    }

    fn found(request: &Request, site: &Site, path: &str) -> Option<Self> {
        let plain = site.file(path)?;
        let packed = packed(request, site, path);
        let encoding = packed.as_ref().map_or("", |it| it.0);
        let mark = format!("\"{:016x}{encoding}\"", barrow_dice::fnv64(&plain));
        let known = request.known.split(',').any(|it| it.trim() == mark);
        let mut headers = vec![
            ("Vary", "Accept-Encoding".into()),
            // A rebuilt page is seen at once, and unchanged files are not sent again.
            ("Cache-Control", "no-cache".into()),
            ("ETag", mark),
        ];
        if let Site::Inside(_) = site {
            // A sandboxed frame has no origin, and loads modules only from servers that send this.
            headers.push(("Access-Control-Allow-Origin", "*".into()));
        }
        if known {
            let body = Cow::Borrowed(&[][..]);
            return Some(Self { status: Status::NotModified, headers, body, bare: false });
        }
        headers.push(("Content-Type", content_type(path).into()));
        headers.push(("X-Content-Type-Options", "nosniff".into()));
        if !encoding.is_empty() {
            headers.push(("Content-Encoding", encoding.into()));
        }
        let body = packed.map_or(plain, |it| it.1);
        Some(Self { status: Status::Ok, headers, body, bare: false })
    }

    fn moved(path: &str, query: &str) -> Self {
        let text = "The address needs a slash at its end.";
        let mut page = Self::page(Status::MovedPermanently, "The page has moved", text);
        page.headers.push(("Location", format!("/{}/{query}", encode(path))));
        page
    }

    fn missing(path: &str) -> Self {
        let text = format!("There is no file <code>{}</code> here.", escape(path));
        Self::page(Status::NotFound, "Nothing here", &text)
    }

    /// Returns a page that says what was wrong with a request.
    pub fn refusal(status: Status) -> Self {
        let text = match status {
            Status::MethodNotAllowed => "This server only serves files, with GET and HEAD.",
            Status::Misdirected => {
                "This server answers only as <code>127.0.0.1</code> or <code>localhost</code>."
            }
            Status::HeaderTooLong => "The request is too long.",
            Status::NotFound => "There is no file of that name here.",
            Status::Ok | Status::MovedPermanently | Status::NotModified | Status::BadRequest => {
                "The request cannot be understood."
            }
        };
        let mut page = Self::page(status, status.words(), text);
        if status == Status::MethodNotAllowed {
            page.headers.push(("Allow", "GET, HEAD".into()));
        }
        page
    }

    fn page(status: Status, title: &str, text: &str) -> Self {
        let body = format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n\
             <body style=\"font: 1.1rem/1.5 monospace; margin: 3rem\">\n<h1>{title}</h1>\n\
             <p>{text}</p>\n<p><a href=\"/\">The games</a></p>\n</body></html>\n"
        );
        let headers = vec![("Content-Type", "text/html; charset=utf-8".to_string())];
        Self { status, headers, body: Cow::Owned(body.into_bytes()), bare: false }
    }

    /// Returns the whole response as bytes.
    pub fn bytes(&self, last: bool) -> Vec<u8> {
        let mut text = format!("HTTP/1.1 {} {}\r\n", self.status.code(), self.status.words());
        for (name, value) in &self.headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if self.status != Status::NotModified {
            let _ = write!(text, "Content-Length: {}\r\n", self.body.len());
        }
        // A connection stays open unless one side says otherwise.
        text.push_str(if last { "Connection: close\r\n\r\n" } else { "\r\n" });
        let mut bytes = text.into_bytes();
        if !self.bare {
            bytes.extend_from_slice(&self.body);
        }
        bytes
    }
}

impl Status {
    const fn code(self) -> u16 {
        match self {
            Self::Ok => 200,
            Self::MovedPermanently => 301,
            Self::NotModified => 304,
            Self::BadRequest => 400,
            Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::Misdirected => 421,
            Self::HeaderTooLong => 431,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::MovedPermanently => "Moved Permanently",
            Self::NotModified => "Not Modified",
            Self::BadRequest => "Bad Request",
            Self::NotFound => "Not Found",
            Self::MethodNotAllowed => "Method Not Allowed",
            Self::Misdirected => "Misdirected Request",
            Self::HeaderTooLong => "Request Header Fields Too Large",
        }
    }
}

/// Returns the compressed file in the best encoding that the client accepts.
fn packed(
    request: &Request,
    site: &Site,
    path: &str,
) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let mut ways = [("br", "br"), ("gzip", "gz")].into_iter().filter(|it| request.accepts(it.0));
    ways.find_map(|(name, ending)| Some((name, site.file(&format!("{path}.{ending}"))?)))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        // A script has the encoding of its page, which is UTF-8.
        "js" | "mjs" => "text/javascript",
        "css" => "text/css; charset=utf-8",
        "json" | "tmj" | "tsj" | "tj" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "txt" | "md" | "journal" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Encodes a path for a header.
fn encode(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
