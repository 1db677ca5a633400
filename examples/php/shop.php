<?php

declare(strict_types=1);

// A shop in one file, with the SDK in one file: README.md shows how to try it.

require is_file(__DIR__ . '/peye.php') ? __DIR__ . '/peye.php' : __DIR__ . '/../../sdk/php/peye.php';

use Peye\Amounts;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;
use Peye\Exception\TransactionNotFoundException;
use Peye\Exception\WebhookSignatureException;
use Peye\Payment;
use Peye\Peye;
use Peye\Webhooks;

const PRICE = '500.00';

$peye = new Peye([
    'apiKey' => getenv('PEYE_KEY') ?: '',
    'baseUrl' => getenv('PEYE_URL') ?: '',
    // A customer waits for these calls: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
    'timeoutMs' => 8000,
    'lookupWaitMs' => 10000,
    'userAgent' => 'example-shop',
]);
// Webhooks of the other mode are refused: the event of a test payment must not pay a live order.
$mode = strpos(getenv('PEYE_KEY') ?: '', 'tk_live_') === 0 ? 'live' : 'test';
$request = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($request === 'GET /') {
    show('Kafe Ayisyen', '<p>' . PRICE . ' HTG</p><form method="post" action="/buy"><input name="name" placeholder="Your name" required> <button>Buy</button></form>');
} elseif ($request === 'POST /buy') {
    buy($peye, trim((string) ($_POST['name'] ?? '')));
} elseif ($request === 'POST /webhooks') {
    receive($peye, $mode);
} elseif ($request === 'GET /thanks') {
    // The return URL of the website. The gateway adds the reference, which is the order's number.
    header('Location: /orders/' . rawurlencode((string) filter_input(INPUT_GET, 'reference')), true, 303);
} elseif (preg_match('~^GET /orders/([0-9a-f]{16})$~', $request, $match) === 1) {
    follow($peye, $match[1]);
} else {
    show('Page not found', '', 404);
}

function buy(Peye $peye, string $name): void
{
    if ($name === '') {
        show('Please enter your name', '', 422);
        return;
    }
    // The order is stored before its payment is created, so that its number always finds both.
    $number = bin2hex(random_bytes(8));
    changeOrder($number, static function () use ($name): array {
        return ['name' => $name, 'status' => 'open', 'payments' => []];
    });
    try {
        $payment = $peye->payments->create([
            'amount' => PRICE,
            'currency' => 'HTG',
            'payment_method' => 'moncash',
            'customer_name' => $name,
            'reference' => $number,
        ]);
        addPayment($number, $payment->transactionId, $payment->amount, $payment->currency);
        header('Location: ' . $payment->paymentUrl, true, 303);
    } catch (LostResponseException $lost) {
        // The payment may exist, but its address is lost. The customer starts another one. Each of them can pay its order.
        foreach ($lost->getFound() ?? [] as $found) {
            addPayment($number, $found->transactionId, $found->amount, $found->currency);
        }
        error_log($lost->getMessage());
        show('The connection to the payment service failed', '<p>You have not paid. Please try again.</p>', 502);
    } catch (PeyeException $failure) {
        error_log($failure->getErrorCode() . ' ' . $failure->getRequestId() . ' ' . $failure->getMessage());
        show('The payment could not be started', '<p>Please try again later.</p>', 502);
    }
}

function receive(Peye $peye, string $mode): void
{
    try {
        // Reads one byte more than an event may have, so that the SDK refuses a longer body.
        $body = file_get_contents('php://input', false, null, 0, 1024 * 1024 + 1);
        $event = Webhooks::verify($body, $_SERVER, getenv('PEYE_WEBHOOK_SECRET') ?: '', $mode);
    } catch (WebhookSignatureException $refused) {
        error_log($refused->getMessage());
        http_response_code(401);
        return;
    }
    $number = $event->event === 'payment.success' ? (string) $event->data->reference : '';
    if (preg_match('/^[0-9a-f]{16}$/D', $number) === 1 && isOurs($peye, $number, $event->data)) {
        $isStored = pay($number, $event->data->transactionId, $event->data->amount, $event->data->currency);
        // If the payment could not be stored, the webhook comes again.
        http_response_code($isStored ? 204 : 500);
        return;
    }
    http_response_code(204);
}

/** Whether an order has this payment. Its reference alone proves nothing: anyone with a test key can send any reference. */
function isOurs(Peye $peye, string $number, Payment $payment): bool
{
    $order = readOrder($number);
    if ($order === null || isset($order['payments'][$payment->transactionId])) {
        return $order !== null;
    }
    try {
        // The response to its creation was lost, so the order does not have its id yet. If our own key can read it, it is ours.
        return $peye->payments->retrieve($payment->transactionId)->reference === $number;
    } catch (TransactionNotFoundException $ofAnother) {
        return false;
    }
}

/** The page that the customer returns to. The return proves nothing, so the payments are read from the gateway. */
function follow(Peye $peye, string $number): void
{
    $order = readOrder($number);
    if ($order === null) {
        show('Order not found', '', 404);
        return;
    }
    foreach ($order['status'] === 'open' ? array_keys($order['payments']) : [] as $transactionId) {
        $payment = $peye->payments->retrieve((string) $transactionId);
        if ($payment->status === 'completed') {
            pay($number, $payment->transactionId, $payment->amount, $payment->currency);
        }
    }
    show('Order ' . $number, '<p>' . readOrder($number)['status'] . '</p>');
}

/** Marks an order as paid, once, when the requested amount was paid. Returns whether that is stored. */
function pay(string $number, string $transactionId, string $amount, string $currency): bool
{
    return changeOrder($number, static function (?array $order) use ($transactionId, $amount, $currency): ?array {
        $isRight = $currency === 'HTG' && Amounts::equal($amount, PRICE);
        if ($order === null || $order['status'] !== 'open' || !$isRight) {
            return $order;
        }
        return ['status' => 'paid', 'paidBy' => $transactionId] + $order;
    });
}

function addPayment(string $number, string $transactionId, string $amount, string $currency): void
{
    changeOrder($number, static function (?array $order) use ($transactionId, $amount, $currency): ?array {
        $order['payments'][$transactionId] = "$amount $currency";
        return $order;
    });
}

/** Changes an order: here a file, in your shop a row of a table. One request at a time changes it. Returns whether it was stored. */
function changeOrder(string $number, callable $change): bool
{
    $file = fopen(orderFile($number), 'c+');
    if ($file === false || !flock($file, LOCK_EX)) {
        return false;
    }
    $order = $change(json_decode((string) stream_get_contents($file), true));
    $isStored = $order === null || ftruncate($file, 0) && rewind($file) && fwrite($file, (string) json_encode($order)) !== false && fflush($file);
    fclose($file);
    return $isStored;
}

function readOrder(string $number): ?array
{
    $text = @file_get_contents(orderFile($number));
    return $text === false ? null : json_decode($text, true);
}

function orderFile(string $number): string
{
    $folder = getenv('ORDERS') ?: sys_get_temp_dir() . '/peye-example-orders';
    is_dir($folder) || mkdir($folder, 0700, true);
    return "$folder/$number.json";
}

function show(string $title, string $html, int $status = 200): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    $title = htmlspecialchars($title);
    echo "<!doctype html><meta name=viewport content='width=device-width'><title>$title</title><h1>$title</h1>$html";
}
