<?php
// A webhook receiver in PHP 8, without dependencies. To try it:
//   PEYE_WEBHOOK_SECRET=whsec_… PEYE_MODE=test php -S 127.0.0.1:4000 receiver.php

$secret = getenv('PEYE_WEBHOOK_SECRET');
if (!$secret) {
    http_response_code(500);
    error_log('Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.');
    exit;
}

// The raw bytes, which the signature covers. No event is larger than 1 MiB.
$body = file_get_contents('php://input', false, null, 0, 1024 * 1024 + 1);
if (strlen($body) > 1024 * 1024) {
    http_response_code(413);
    exit;
}

// The signature must be the HMAC of the body under our secret, compared in constant time. In getallheaders(), a
// proxy can change the case of the header's name; in $_SERVER the name is always HTTP_X_GATEWAY_SIGNATURE.
$expected = hash_hmac('sha256', $body, $secret);
if (!hash_equals($expected, $_SERVER['HTTP_X_GATEWAY_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}

// A live shop accepts live events only: anyone with a test key can create events of test payments.
$mode = getenv('PEYE_MODE') ?: 'live';
if (($_SERVER['HTTP_X_GATEWAY_MODE'] ?? '') !== $mode) {
    error_log("refused: this receiver accepts events of $mode payments (PEYE_MODE)");
    http_response_code(400);
    exit;
}

['event' => $event, 'data' => $data] = json_decode($body, true);
// A refund event has the id of the refund and the id of its payment.
$subject = $data['refund_id'] ?? $data['transaction_id'];
$isNew = storeOnce("$subject $event", $body);
if ($isNew) {
    // Find the order by the transaction_id, never by its reference alone. Do slow work in a background job.
    error_log("$event {$data['transaction_id']} {$data['amount']} {$data['currency']}");
} elseif ($isNew === false) {
    error_log("$event {$data['transaction_id']} again: ignored");
}
// Respond quickly with any 2xx, to a repeated event too. If the event could not be stored, Peye sends it again later.
http_response_code($isNew === null ? 500 : 204);

/** Stores a webhook. Returns whether it was new, or null when it could not be stored. Here a file; in your shop, a table with a unique key. */
function storeOnce(string $key, string $body): ?bool
{
    $inbox = getenv('PEYE_INBOX') ?: 'inbox';
    if (!is_dir($inbox)) {
        @mkdir($inbox, 0700, true);
    }
    $file = @fopen("$inbox/$key.json", 'x');
    if ($file === false) {
        return file_exists("$inbox/$key.json") ? false : null;
    }
    fwrite($file, $body);
    fclose($file);
    return true;
}
