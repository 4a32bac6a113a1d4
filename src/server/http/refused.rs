//! Refusals of HTTP requests: a status, and the reason as JSON.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::json::json;

#[derive(Clone, Copy, Debug)]
pub(super) struct Refused(pub(super) StatusCode, pub(super) &'static str);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Self(status, code) = self;
        (status, json(&serde_json::json!({ "code": code }))).into_response()
    }
}
