//! Start, operation and shutdown of a server.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use super::http::{GamePreviews, Page, Site, router};
use super::limits::{AddressKey, Addresses};
use super::log;
use super::metrics::Metrics;
use super::now::now_ms;
use super::options::ServerOptions;
use super::outages::Outages;
use super::random::random_u64;
use super::rooms::{CpuPool, Lobby, OpenRooms, PresenceReporter, Shared, follow_notices, make_rounds, renewal_period};
use super::server_error::ServerError;
use super::stage::Stage;
use super::store::{PostgresStore, ServerId, SqliteStore, Store};

/// Maximum life of a connection used for plain requests. Sockets may last for ever.
const REQUESTS_WITHIN: Duration = Duration::from_mins(10);
/// Maximum time to receive the head of a request, which any client can send at once.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// Maximum bytes of the head of a request.
const HEAD_BYTES: usize = 16 * 1024;
/// Default folder, in the user's data folder.
const FOLDER: &str = "irogaeshi-server";

/// Runs a server until a signal, the end of its input, or the loss of its store.
///
/// # Errors
/// [`ServerError`] if it cannot start, or could not stop cleanly.
pub async fn run(options: ServerOptions) -> Result<(), ServerError> {
    log::start(options.log_format, options.log);
    let mut signals = StopSignals::listen()?;
    let page = options.page.as_deref().map(|folder| {
        Page::read(folder, options.public_url.as_ref())
            .map_err(|error| ServerError::Page { folder: folder.to_owned(), error })
    });
    let page = page.transpose()?;
    let address = options.address;
    let listener = TcpListener::bind(address).await.map_err(|error| ServerError::Listen { address, error })?;
    let metrics = Arc::new(Metrics::default());
    let (store, store_location) = open_store(&options, &metrics).await?;
    let server = ServerId(random_u64());
    let lease_ms = options.times.lease.as_millis() as u64;
    let (last_ms, period) = (store.latest_lease().await?, renewal_period(options.times.lease));
    let last_ms = last_ms.map(|until_ms| until_ms.saturating_sub(lease_ms));
    // A server with a sign of life in the last period may still be running, if the store can be shared.
    let may_run = |last_ms: u64| store.is_shared() && last_ms + period.as_millis() as u64 >= now_ms();
    let outages = Arc::new(Outages::new(last_ms.filter(|last_ms| !may_run(*last_ms)), now_ms(), period));
    // Register this server first, since clients of an unregistered server count as gone.
    store.renew_lease(server, now_ms() + lease_ms).await?;

    let salt = random_u64();
    let shared = Arc::new(Shared {
        server,
        salt,
        cpu_pool: CpuPool::start(&options.cpu, &metrics)?,
        presence: PresenceReporter::start(store.clone(), server, options.times.lease, outages.clone()),
        outages,
        is_stopping: AtomicBool::new(false),
        store: store.clone(),
        metrics: metrics.clone(),
        options: options.clone(),
    });
    let rooms = OpenRooms::new(shared);
    tokio::spawn(make_rounds(rooms.clone()));
    tokio::spawn(follow_notices(rooms.clone()));
    let (stage, site_stage) = watch::channel(Stage::Serving);
    let site = Arc::new(Site {
        options: Arc::new(options.clone()),
        page,
        previews: GamePreviews::default(),
        rooms: rooms.clone(),
        lobby: Lobby::start(store.clone()),
        addresses: Addresses::new(options.limits.clone()),
        metrics: metrics.clone(),
        salt,
        stage: site_stage,
    });
    let address = listener.local_addr()?;
    print_addresses(address, &options);
    tracing::info!(%address, rooms = store_location, %server, "the server is running");

    let accepting = tokio::spawn(accept(listener, site, options.limits.connections));
    let lost = tokio::select! {
        () = signals.next() => None,
        () = end_of_input(), if options.until_input_ends => None,
        lost = store.until_lost() => Some(lost),
    };
    if let Some(error) = &lost {
        tracing::error!(%error, "the server must stop");
    } else if !options.drain.is_zero() {
        tracing::info!(seconds = options.drain.as_secs_f64(), "the server is draining");
        stage.send_replace(Stage::Draining);
        // A second signal skips the drain.
        let _ = timeout(options.drain, signals.next()).await;
    }
    tracing::info!("the server is stopping");
    accepting.abort();
    rooms.stop();
    // Fails only without any receiver, which means that no connections are left.
    stage.send_replace(Stage::Stopping);
    let left = wait_for_connections(&metrics, options.stop_within).await;
    if let Some(error) = lost {
        return Err(error.into());
    }
    // Do not wait for ever for a store that does not answer. Everything confirmed to clients is stored already.
    timeout(options.stop_within.max(Duration::from_secs(1)), store.close()).await.unwrap_or(Ok(()))?;
    if left > 0 {
        return Err(ServerError::NotStopped { connections: left, seconds: options.stop_within.as_secs() });
    }
    tracing::info!("the server has stopped");
    Ok(())
}

/// Opens the chosen store and describes its location without secrets.
async fn open_store(options: &ServerOptions, metrics: &Arc<Metrics>) -> Result<(Arc<dyn Store>, String), ServerError> {
    if let Some(address) = &options.database {
        return Ok((Arc::new(PostgresStore::open(address, metrics).await?), "a PostgreSQL database".to_owned()));
    }
    let folder = match &options.data {
        Some(folder) => folder.clone(),
        None => dirs::data_dir().ok_or(ServerError::NoDataFolder)?.join(FOLDER),
    };
    Ok((Arc::new(SqliteStore::open(&folder, metrics)?), folder.display().to_string()))
}

/// Waits for the end of standard input.
async fn end_of_input() {
    let (at_end, end) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // Unreadable input has ended as well.
        drop(std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink()));
        at_end.send(()).ok();
    });
    end.await.unwrap_or(());
}

/// Waits for connections to end. Returns the number left at the timeout.
async fn wait_for_connections(metrics: &Metrics, within: Duration) -> i64 {
    let until = Instant::now() + within;
    while metrics.connections.get() > 0 && Instant::now() < until {
        sleep(Duration::from_millis(20)).await;
    }
    metrics.connections.get()
}

/// Signals that ask the program to stop.
#[cfg(unix)]
struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> Result<Self, ServerError> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Signals that ask the program to stop.
#[cfg(not(unix))]
struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    #[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
    fn listen() -> Result<Self, ServerError> {
        Ok(Self)
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Accepts connections for ever.
async fn accept(listener: TcpListener, site: Arc<Site>, max: usize) {
    let permits = Arc::new(Semaphore::new(max));
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // The process has probably run out of file descriptors: wait for connections to end.
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Excess connections are closed before anything is read.
        let Ok(permit) = permits.clone().try_acquire_owned() else {
            site.metrics.refused.count("too_many_connections");
            continue;
        };
        // Behind a proxy, all clients share the proxy's address.
        let is_proxy = site.options.trusted_proxy.iter().any(|network| network.contains(peer.ip()));
        let http_connection = site.addresses.connect_http(AddressKey::new(peer.ip()));
        if http_connection.is_none() && !is_proxy {
            site.metrics.refused.count("too_many_of_address");
            continue;
        }
        let site = site.clone();
        tokio::spawn(async move {
            serve(stream, peer, site).await;
            drop((permit, http_connection));
        });
    }
}

/// Serves a connection's requests until it ends or becomes a socket.
async fn serve(stream: TcpStream, peer: SocketAddr, site: Arc<Site>) {
    // Moves are small messages, which Nagle's algorithm would delay.
    let _ = stream.set_nodelay(true);
    let head_within = site.options.limits.hello_within.min(HEAD_WITHIN);
    let router = router(site);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        TowerToHyperService::new(router.clone()).call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_within)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // On any error the client only sees the connection end.
    let _ = timeout(REQUESTS_WITHIN, connection).await;
}

/// Prints the server's addresses.
fn print_addresses(address: SocketAddr, options: &ServerOptions) {
    let port = address.port();
    let local = if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], port)) } else { address };
    println!("Irogaeshi is served at http://{local}/");
    if address.ip().is_unspecified()
        && let Some(ip) = local_network_address()
    {
        println!("in the local network at http://{}/", SocketAddr::new(ip, port));
    }
    if let Some(url) = &options.public_url {
        println!("and at {url}/");
    }
}

/// The address of this computer in its local network. Connecting a UDP socket finds it without sending anything.
fn local_network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}
