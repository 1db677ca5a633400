<?php
// A webhook receiver in PHP: PEYE_WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:4000 receiver.php
$secret = getenv('PEYE_WEBHOOK_SECRET');
if (!$secret) {
    http_response_code(500);
    exit('Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.');
}

$body = file_get_contents('php://input'); // the raw bytes: parse them only after the signature was checked
$expected = hash_hmac('sha256', $body, $secret);
$given = $_SERVER['HTTP_X_GATEWAY_SIGNATURE'] ?? '';
if (!hash_equals($expected, $given)) {
    http_response_code(401);
    exit;
}

$webhook = json_decode($body, true);
$key = $webhook['data']['transaction_id'] . ' ' . $webhook['event'];

// In your shop this is a table with a unique key: a webhook can arrive more than once.
// Here a file per key, made by exactly one of two requests that come together.
$folder = getenv('PEYE_HANDLED_FOLDER') ?: sys_get_temp_dir() . '/peye-handled';
@mkdir($folder, 0700, true);
$isFirst = @fopen($folder . '/' . hash('sha256', $key), 'x');
if ($isFirst) {
    // Do here what must happen once, or better: write it down here and do it later.
    error_log($key . ' ' . $webhook['data']['amount'] . ' ' . $webhook['data']['currency']);
}
http_response_code(204); // any 2xx, quickly
