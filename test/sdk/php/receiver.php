<?php

declare(strict_types=1);

// A receiver that responds with what it read from a webhook, for each of the ways in which PHP has the headers. Setting:
// PEYE_WEBHOOK_SECRET.

require __DIR__ . '/peye.php';

$result = ['sapi' => PHP_SAPI];
foreach (['server' => $_SERVER, 'getallheaders' => getallheaders()] as $way => $headers) {
    try {
        $event = \Peye\Webhooks::verify(file_get_contents('php://input'), $headers, getenv('PEYE_WEBHOOK_SECRET'), getenv('PEYE_MODE'));
        $result[$way] = $event->event . ' ' . $event->data->transactionId;
    } catch (\Peye\Exception\WebhookSignatureException $failure) {
        $result[$way] = $failure->getReason();
        http_response_code(401);
    }
}
header('Content-Type: application/json');
echo json_encode($result);
