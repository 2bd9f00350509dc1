//! A small server of static files, for this machine only.

mod answer;
mod request;
mod site;
#[cfg(test)]
mod tests;

use std::io::{self, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub use site::Site;

use answer::Answer;
use request::Request;

/// The timeout of silent connections and slow readers.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum number of connections at once; a browser opens six.
const MAX_CONNECTIONS: usize = 128;

/// Answers all connections, forever.
pub fn run(listener: &TcpListener, site: Site) {
    let site = Arc::new(site);
    let open = Arc::new(AtomicUsize::new(0));
    // A connection that failed before it was accepted needs no answer.
    for stream in listener.incoming().flatten() {
        if open.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            continue;
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (site, open) = (Arc::clone(&site), Arc::clone(&open));
        std::thread::spawn(move || {
            // A client that hangs up in the middle of an answer does not want it.
            let _ = talk(&site, &stream);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// Answers the requests of a connection, one after the other.
fn talk(site: &Site, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    loop {
        let (answer, last) = match Request::read(&mut reader)? {
            None => return Ok(()),
            Some(Ok(request)) => (Answer::to(&request, site), request.closes),
            Some(Err(status)) => (Answer::refusal(status), true),
        };
        writer.write_all(&answer.bytes(last))?;
        if last {
            return Ok(());
        }
    }
}
