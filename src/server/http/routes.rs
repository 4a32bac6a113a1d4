//! Router of the HTTP server and its handlers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, FromRequestParts, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_TYPE, HOST, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::timeout;

use super::game_previews::{GamePreviews, preview_page};
use super::json::json;
use super::origin::is_own;
use super::page::{Page, SERVER_TIMING};
use super::refused::Refused;
use crate::notation::GameLink;
use crate::online::{ClientMessage, CommandId, DeviceToken, RoomCode, RoomOptions, ServerAddress};
use crate::server::connections::{Client, serve};
use crate::server::limits::{AddressKey, Addresses, client_address};
use crate::server::metrics::Metrics;
use crate::server::options::ServerOptions;
use crate::server::rooms::{Lobby, NotCreated, OpenRooms, RoomUnavailable};
use crate::server::stage::Stage;

/// Maximum time to receive the body of a request.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// Read buffer of a socket in bytes. Small, since there are many sockets and messages are short.
const READ_BYTES: usize = 4 * 1024;

/// State shared by the handlers.
pub struct Site {
    /// The server's options.
    pub options: Arc<ServerOptions>,
    /// The page, if one is served.
    pub page: Option<Page>,
    /// Previews of games in links to the page.
    pub previews: GamePreviews,
    /// The rooms.
    pub rooms: OpenRooms,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// Limits of each address.
    pub addresses: Addresses,
    /// The server's metrics.
    pub metrics: Arc<Metrics>,
    /// Salt that hides addresses in the log.
    pub salt: u64,
    /// The server's stage.
    pub stage: watch::Receiver<Stage>,
}

type Served = State<Arc<Site>>;

/// Builds the router with all routes.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/socket", get(socket))
        .route("/api/rooms", get(list).post(create))
        .route("/api/rooms/{code}/record", get(record))
        .route("/game/{link}", get(preview))
        .fallback(page)
        .layer(from_fn_with_state(site.clone(), limit))
        .merge(checks(&site))
        .layer(from_fn_with_state(site.clone(), with_security_headers))
        .with_state(site)
}

/// Health checks for operators. Their own rate limit keeps them reachable during a flood of requests.
fn checks(site: &Arc<Site>) -> Router<Arc<Site>> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .layer(from_fn_with_state(site.clone(), limit_checks))
}

/// Browser features that the page does not need and disables.
const NO_PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
                              magnetometer=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), \
                              xr-spatial-tracking=()";

async fn with_security_headers(State(site): Served, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    // Tells browsers to open this host only by HTTPS, for half a year.
    if site.options.public_url.as_ref().is_some_and(ServerAddress::is_secure) {
        let half_a_year = HeaderValue::from_static("max-age=15768000");
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, half_a_year);
    }
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("permissions-policy"), HeaderValue::from_static(NO_PERMISSIONS));
    // These headers isolate the page from others; browsers require that for shared memory, which the CPU's threads
    // need.
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// The limit key of a request's client.
fn address_of(peer: IpAddr, headers: &HeaderMap, options: &ServerOptions) -> AddressKey {
    let forwarded: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    AddressKey::new(client_address(peer, forwarded.into_iter(), &options.trusted_proxy))
}

async fn limit(
    State(site): Served,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let address = address_of(peer.ip(), request.headers(), &site.options);
    if !site.addresses.may_request(address) {
        return refuse(&site, address, StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    }
    next.run(request).await
}

async fn limit_checks(
    State(site): Served,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let address = address_of(peer.ip(), request.headers(), &site.options);
    if !site.addresses.may_check(address) {
        return refuse(&site, address, StatusCode::TOO_MANY_REQUESTS, "too_many_checks");
    }
    next.run(request).await
}

fn refuse(site: &Site, address: AddressKey, status: StatusCode, reason: &'static str) -> Response {
    site.metrics.refused.count(reason);
    tracing::debug!(address = address.name(site.salt), reason, "a request was refused");
    Refused(status, reason).into_response()
}

/// Like [`refuse`], with a reason in words for developers of clients.
fn explain(site: &Site, address: AddressKey, status: StatusCode, reason: &'static str, why: &str) -> Response {
    drop(refuse(site, address, status, reason));
    (status, json(&serde_json::json!({ "code": reason, "why": why }))).into_response()
}

async fn socket(State(site): Served, ConnectInfo(peer): ConnectInfo<SocketAddr>, request: Request) -> Response {
    let address = address_of(peer.ip(), request.headers(), &site.options);
    if !is_own(request.headers(), site.options.public_url.as_ref()) {
        return refuse(&site, address, StatusCode::FORBIDDEN, "foreign_origin");
    }
    if *site.stage.borrow() == Stage::Stopping {
        return refuse(&site, address, StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    let uses_room_id =
        request.uri().query().is_some_and(|query| query.split('&').any(|part| part == ServerAddress::IDS_OF_ROOM));
    let rooms_version = ServerAddress::rooms_version(request.uri().query());
    let guard = match site.addresses.connect(address) {
        Ok(guard) => guard,
        Err(reason) => return refuse(&site, address, StatusCode::TOO_MANY_REQUESTS, reason),
    };
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut request.into_parts().0, &()).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let client = Client {
        options: site.options.clone(),
        rooms: site.rooms.clone(),
        lobby: site.lobby.clone(),
        addresses: site.addresses.clone(),
        metrics: site.metrics.clone(),
        uses_room_id,
        rooms_version,
        address,
        guard,
        stage: site.stage.clone(),
    };
    let mut response = upgrade
        .max_message_size(ClientMessage::MAX_CREATE_BYTES)
        .max_frame_size(ClientMessage::MAX_CREATE_BYTES)
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .on_upgrade(|socket| serve(client, socket));
    if site.page.is_some() {
        response.headers_mut().insert(SERVER_TIMING, HeaderValue::from_static(ServerAddress::PREVIEWS));
    }
    response
}

async fn list(State(site): Served) -> Response {
    match site.lobby.now().await {
        Ok(rooms) => json(&serde_json::json!({ "rooms": &*rooms })),
        Err(error) => {
            tracing::error!(%error, "the public rooms could not be read");
            Refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable").into_response()
        }
    }
}

/// JSON body of a request to make a room.
#[derive(Deserialize)]
struct NewRoom {
    id: CommandId,
    token: DeviceToken,
    options: RoomOptions,
}

async fn create(
    State(site): Served,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let address = address_of(peer.ip(), &headers, &site.options);
    if !is_own(&headers, site.options.public_url.as_ref()) {
        return refuse(&site, address, StatusCode::FORBIDDEN, "foreign_origin");
    }
    let bytes = match timeout(BODY_WITHIN, to_bytes(body, ClientMessage::MAX_CREATE_BYTES)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return refuse(&site, address, StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
        Err(_) => return refuse(&site, address, StatusCode::REQUEST_TIMEOUT, "too_slow"),
    };
    let NewRoom { id, token, options } = match serde_json::from_slice(&bytes) {
        Ok(room) => room,
        Err(error) => return explain(&site, address, StatusCode::BAD_REQUEST, "not_understood", &error.to_string()),
    };
    match site.rooms.create(id, &token, &options, || site.addresses.may_create(address)).await {
        Ok(room) => (StatusCode::CREATED, json(&serde_json::json!({ "room": room }))).into_response(),
        Err(error) => {
            let status = match &error {
                NotCreated::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
                NotCreated::TooMany => StatusCode::TOO_MANY_REQUESTS,
                NotCreated::Full | NotCreated::Stopping | NotCreated::Store(_) | NotCreated::NotSeated(_) => {
                    StatusCode::SERVICE_UNAVAILABLE
                }
            };
            match &error {
                NotCreated::Refused(refusal) => explain(&site, address, status, error.code(), &refusal.to_string()),
                _ => refuse(&site, address, status, error.code()),
            }
        }
    }
}

async fn record(State(site): Served, Path(code): Path<String>) -> Response {
    let no_such_room = || Refused(StatusCode::NOT_FOUND, "no_such_room").into_response();
    let Ok(code) = code.parse::<RoomCode>() else { return no_such_room() };
    match site.rooms.record(code).await {
        Ok(Some(record)) => json(&record),
        Ok(None) => Refused(StatusCode::NOT_FOUND, "no_match").into_response(),
        Err(RoomUnavailable::NoSuchRoom | RoomUnavailable::Full | RoomUnavailable::OtherVersion) => no_such_room(),
        Err(RoomUnavailable::Unreadable) => Refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable").into_response(),
    }
}

/// The preview of the game in a link, or with `.png` its picture.
async fn preview(State(site): Served, Path(text): Path<String>, headers: HeaderMap) -> Response {
    let (text, is_picture) = text.strip_suffix(".png").map_or((text.as_str(), false), |text| (text, true));
    let link = text.parse::<GameLink>().ok().filter(|link| site.page.is_some() && link.text() == text);
    let Some(link) = link else { return Refused(StatusCode::NOT_FOUND, "no_such_game").into_response() };
    if is_picture {
        let picture = site.previews.picture(link).await;
        return picture.unwrap_or_else(|| Refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable").into_response());
    }
    let host = || headers.get(HOST)?.to_str().ok()?.parse().ok();
    preview_page(&link, site.options.public_url.clone().or_else(host).as_ref())
}

/// Answers a load balancer: not ready when the server is about to stop or its store cannot write.
async fn ready(State(site): Served) -> Response {
    let serves = *site.stage.borrow() == Stage::Serving;
    let is_ready = serves && site.rooms.can_write();
    if is_ready { "ready\n".into_response() } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response() }
}

async fn metrics(State(site): Served) -> Response {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], site.metrics.text()).into_response()
}

async fn page(State(site): Served, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").into_response();
    }
    // No unescaping is needed, since file names have no special characters. Only files of the page can be found.
    let path = request.uri().path().trim_start_matches('/');
    let found = site.page.as_ref().and_then(|page| page.answer(path, request.headers()));
    found.unwrap_or_else(|| Refused(StatusCode::NOT_FOUND, "not_found").into_response())
}
