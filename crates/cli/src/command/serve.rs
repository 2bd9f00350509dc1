use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::serve::{self, Site};

/// `barrow serve`
#[derive(Args)]
pub struct Serve {
    /// The port on 127.0.0.1; 0 takes any free port
    #[arg(short, long, value_name = "PORT", default_value_t = 8090)]
    port: u16,
    /// A folder to serve instead of the page inside this program
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Serve {
    pub fn run(self) -> Result<(), Failure> {
        let site = match &self.folder {
            Some(folder) => open(folder)?,
            None => Site::inside().ok_or_else(no_page)?,
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))
            .map_err(|error| self.cannot_listen(&error))?;
        let address = listener.local_addr().map_err(|error| self.cannot_listen(&error))?;
        output::print(format!("http://{address}/\nPress Ctrl-C to stop.\n").as_bytes())?;
        serve::run(&listener, site);
        Ok(())
    }

    fn cannot_listen(&self, error: &std::io::Error) -> Failure {
        let port = self.port;
        Failure::Work(if error.kind() == ErrorKind::AddrInUse {
            format!(
                "port {port} is used by another program; choose one with --port, or --port 0 for any free one"
            )
        } else if error.kind() == ErrorKind::PermissionDenied {
            format!("port {port} may not be used; choose one above 1023 with --port")
        } else {
            format!("cannot listen on port {port}: {error}")
        })
    }
}

fn open(folder: &Path) -> Result<Site, Failure> {
    let shown = folder.display();
    let root = folder.canonicalize();
    let root = root.map_err(|error| Failure::Work(format!("cannot serve {shown}: {error}")))?;
    if !root.is_dir() {
        return Err(Failure::Usage(format!("{shown} is not a folder")));
    }
    Ok(Site::Folder(root))
}

fn no_page() -> Failure {
    Failure::Work(
        "this program was built before the page was; run `cargo xtask web`, then build it again, or serve a folder with --folder target/web".into(),
    )
}
