//! `barrow serve` as a program: where it listens, and its errors.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};

fn barrow(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.arg("serve").args(arguments).stdin(Stdio::null());
    command
}

fn refusal(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = barrow(arguments).output().expect("it runs");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn a_free_port_is_printed_and_answers() {
    let packs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs");
    let mut server = barrow(&["--port", "0", "--folder", packs])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let told = server.stdout.take().expect("it is read here");
    BufReader::new(told).read_line(&mut line).expect("it tells");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens where it says");
    stream.write_all(b"GET /none HTTP/1.0\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("answered");
    server.kill().expect("it was running");
    server.wait().expect("it ended");
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
}

#[test]
fn a_port_in_use_is_reported() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("it has one").port().to_string();
    let (code, told) = refusal(&["--port", &port, "--folder", "."]);
    assert_eq!(code, Some(1));
    let wanted = format!(
        "barrow: port {port} is used by another program; choose one with --port, or --port 0 for any free one\n"
    );
    assert_eq!(told, wanted);
}

#[test]
fn a_file_instead_of_a_folder_is_reported() {
    let (code, told) = refusal(&["--folder", "no/such/folder"]);
    assert_eq!(code, Some(1));
    assert!(told.starts_with("barrow: cannot serve no/such/folder: "), "{told}");
    assert_eq!(
        refusal(&["--folder", "Cargo.toml"]),
        (Some(2), "barrow: Cargo.toml is not a folder\n".into())
    );
}
