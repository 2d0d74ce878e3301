<?php

/**
 * Whether a delivery is from Parley and recent. Copy this file. For example, in a receiver:
 *
 *   $body = file_get_contents('php://input');
 *   if (!parley_verify_webhook($_SERVER, $body, 'whsec_…')) { http_response_code(401); exit; }
 *   http_response_code(204);
 *   $event = json_decode($body, true);
 *
 * @param array  $server    $_SERVER of the request
 * @param string $rawBody   the body exactly as it came, before any parsing
 * @param string $secret    the subscription's secret, whsec_ included
 * @param int    $tolerance how many seconds old a delivery may be; the signature itself never expires
 */
function parley_verify_webhook(array $server, string $rawBody, string $secret, int $tolerance = 300): bool
{
    $timestamp = (string) ($server['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '');
    $signature = (string) ($server['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');
    if ($secret === '' || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > $tolerance) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', $timestamp . ';' . $rawBody, $secret), $signature);
}
