use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};

use super::*;

const FILES: &[(&str, &[u8])] = &[
    ("arcade/cave/index.html", b"<h1>The Cave</h1>"),
    ("barrow.wasm", b"\0asm"),
    ("barrow.wasm.br", b"dense"),
    ("barrow.wasm.gz", b"packed"),
    ("index.html", b"<h1>The games</h1>"),
    ("packs/cave.pack", b"bound"),
    ("packs/cave.pack.br", b"dense"),
];

/// Serves a site until the test program ends, and returns its address.
fn serve(site: Site) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("it has one");
    std::thread::spawn(move || run(&listener, site));
    address
}

/// Sends bytes, and returns all that comes back until the server closes the connection.
fn send(to: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(to).expect("it listens");
    stream.write_all(bytes).expect("sent");
    stream.shutdown(std::net::Shutdown::Write).expect("no more to say");
    let mut answer = Vec::new();
    // A server that hangs up with bytes unread may reset the connection; what came, came.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(to: SocketAddr, path: &str) -> String {
    send(
        to,
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes(),
    )
}

fn ask(to: SocketAddr, path: &str, accepts: &str) -> String {
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: {accepts}\r\n\r\n"
    );
    send(to, request.as_bytes())
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |it| it.1)
}

fn check(bytes: &[u8], status: &str) {
    let answer = send(serve(Site::Inside(FILES)), bytes);
    let told = answer.lines().next().unwrap_or_default();
    assert_eq!(told, format!("HTTP/1.1 {status}"), "for {:?}", String::from_utf8_lossy(bytes));
}

fn check_path(path: &str, status: &str) {
    check(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes(), status);
}

#[test]
fn a_folder_is_answered_with_its_index() {
    let site = serve(Site::Inside(FILES));
    assert_eq!(body(&get(site, "/")), "<h1>The games</h1>");
    assert_eq!(body(&get(site, "/?game=cave&seed=7")), "<h1>The games</h1>");
    assert_eq!(body(&get(site, "/arcade/cave/")), "<h1>The Cave</h1>");
    let moved = get(site, "/arcade/cave?seed=7");
    assert!(moved.starts_with("HTTP/1.1 301 "), "{moved}");
    assert_eq!(header(&moved, "Location"), Some("/arcade/cave/?seed=7"));
}

#[test]
fn wasm_has_its_own_type_and_is_compressed_for_clients_that_accept_it() {
    let site = serve(Site::Inside(FILES));
    let plain = get(site, "/barrow.wasm");
    assert_eq!(header(&plain, "Content-Type"), Some("application/wasm"));
    assert_eq!((header(&plain, "Content-Encoding"), body(&plain)), (None, "\0asm"));
    let ask = |accepts: &str| ask(site, "/barrow.wasm", accepts);
    let dense = ask("gzip, deflate, br");
    assert_eq!((header(&dense, "Content-Encoding"), body(&dense)), (Some("br"), "dense"));
    let packed = ask("zstd, gzip;q=0.5, br;q=0");
    assert_eq!((header(&packed, "Content-Encoding"), body(&packed)), (Some("gzip"), "packed"));
    assert_eq!(header(&packed, "Content-Type"), Some("application/wasm"));
    assert_eq!(body(&ask("gzip;q=0, identity")), "\0asm");
}

#[test]
fn a_bound_pack_is_compressed_too() {
    let site = serve(Site::Inside(FILES));
    let plain = get(site, "/packs/cave.pack");
    assert_eq!(header(&plain, "Content-Type"), Some("application/octet-stream"));
    assert_eq!(body(&plain), "bound");
    assert_eq!(body(&ask(site, "/packs/cave.pack", "gzip, br")), "dense");
}

#[test]
fn a_cached_file_is_not_sent_again() {
    let site = serve(Site::Inside(FILES));
    let first = get(site, "/");
    assert_eq!(header(&first, "Cache-Control"), Some("no-cache"));
    let mark = header(&first, "ETag").expect("a mark");
    let again = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-None-Match: {mark}\r\n\r\n"
    );
    let answer = send(site, again.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 304 "), "{answer}");
    assert_eq!((header(&answer, "ETag"), body(&answer)), (Some(mark), ""));
    assert_eq!(header(&answer, "Content-Type"), None, "the asker knows it");
}

#[test]
fn a_head_request_gets_no_body() {
    let site = serve(Site::Inside(FILES));
    let answer = send(site, b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nConnection: close\r\n\r\n");
    assert_eq!((header(&answer, "Content-Length"), body(&answer)), (Some("18"), ""));
}

#[test]
fn a_connection_carries_several_requests() {
    let one = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let answers = send(serve(Site::Inside(FILES)), one.repeat(3).as_bytes());
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
}

#[test]
fn an_unknown_file_gets_an_error_page() {
    let answer = get(serve(Site::Inside(FILES)), "/%3Cb%3Enone");
    assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n"), "{answer}");
    assert!(
        body(&answer).contains("There is no file <code>&lt;b&gt;none</code> here."),
        "{answer}"
    );
}

#[test]
fn no_path_leads_out_of_the_root() {
    for path in [
        "/../secret",
        "/..",
        "/arcade/../../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/%2e%2e%5csecret",
        "/.git/config",
        "//etc/passwd",
        "/C:/secret",
        "/index.html%00.png",
        "/./index.html",
    ] {
        check_path(path, "404 Not Found");
    }
}

#[test]
fn malformed_requests_are_refused() {
    check(b"hello\r\n\r\n", "400 Bad Request");
    check(b"GET /\r\n\r\n", "400 Bad Request");
    check(b"GET / HTTP/2\r\nHost: localhost\r\n\r\n", "400 Bad Request");
    check(b"GET / HTTP/1.1\r\n\r\n", "400 Bad Request");
    check(b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n", "400 Bad Request");
    check(b"GET / HTTP/1.1\r\nHost: localhost", "400 Bad Request");
    check(b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody", "400 Bad Request");
    check(b"\xff\xfe\x00\r\n\r\n", "400 Bad Request");
    check_path("index.html", "400 Bad Request");
    check_path("http://localhost/", "400 Bad Request");
    check_path("/%", "400 Bad Request");
    check_path("/%zz", "400 Bad Request");
    check_path("/%ff", "400 Bad Request");
    check(b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed");
    check(b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", "421 Misdirected Request");
    check_path(&format!("/{}", "a".repeat(20_000)), "431 Request Header Fields Too Large");
}

#[test]
fn an_old_client_needs_no_host() {
    check(b"GET / HTTP/1.0\r\n\r\n", "200 OK");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_a_served_folder_leads_nowhere() {
    let root = std::env::temp_dir().join(format!("barrow-serve-{}", std::process::id()));
    let (page, secret) = (root.join("page"), root.join("secret.txt"));
    std::fs::create_dir_all(&page).expect("made");
    std::fs::write(&secret, "secret").expect("written");
    std::fs::write(page.join("a b.txt"), "hello").expect("written");
    std::os::unix::fs::symlink(&secret, page.join("link.txt")).expect("linked");
    let site = serve(Site::Folder(page.canonicalize().expect("it is there")));
    assert_eq!(body(&get(site, "/a%20b.txt")), "hello");
    assert!(get(site, "/link.txt").starts_with("HTTP/1.1 404 "));
    std::fs::remove_dir_all(root).expect("removed");
}
