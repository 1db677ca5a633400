<?php

declare(strict_types=1);

// Calls every method of the SDK at a gateway. Settings: PEYE_URL, PEYE_KEY.

require __DIR__ . '/common.php';

use Peye\Amounts;

$requests = [];
$peye = client(['onRequest' => static function (array $facts) use (&$requests): void {
    $requests[] = $facts;
    throw new RuntimeException('a hook that fails disturbs nothing');
}, 'userAgent' => 'shop/2.1']);
same($peye->health()->service, 'peye', 'health');
same([$requests[0]['method'], $requests[0]['status'], $requests[0]['attempt'], $requests[0]['error']], ['GET', 200, 1, null], 'onRequest');
same(strpos((string) json_encode($requests), getenv('PEYE_KEY')), false, 'the hook does not get the key');
same(strpos(print_r($peye, true), getenv('PEYE_KEY')), false, 'print_r does not show the key');
same(client(['baseUrl' => getenv('PEYE_URL') . '/api/gateway/v1/'])->health()->service, 'peye', 'a baseUrl with the path of the API');

// A creation with all optional fields.
$metadata = ['cart' => 88, 'note' => 'Jòj "é" 😀 </script>', 'list' => [1, 2.5], 'big' => '12345678901234567890'];
$reference = 'òd / 1042?#%.';
$created = $peye->payments->create(fields([
    'amount' => '74999.80', 'reference' => $reference, 'customer_email' => 'marie@example.com', 'customer_phone' => '+509 37 00 0001',
    'description' => 'De sache kafe', 'metadata' => $metadata,
]));
same($created->amount, '74999.80', 'amount');
same($created->status, 'processing', 'status');
same(strpos((string) $created->paymentUrl, getenv('PEYE_URL')), 0, 'payment_url');
same($created->conversion, null, 'no conversion');
$payment = $peye->payments->retrieve($created->transactionId);
same([$payment->reference, $payment->description, $payment->metadata], [$reference, 'De sache kafe', $metadata], 'the sent fields');
same([$payment->customer->name, $payment->customer->email, $payment->customer->phone], ['Marie Joseph', 'marie@example.com', '+509 37 00 0001'], 'customer');
same($peye->payments->findByReference($reference)[0]->raw, $payment->raw, 'by its reference');
same($peye->payments->findByReference('none'), [], 'an unknown reference');
same(count($peye->payments->findByReference($reference . $reference)), 0, 'an unknown reference of two');
foreach (['.', '..', 'a/../b'] as $odd) {
    $id = $peye->payments->create(fields(['reference' => $odd]))->transactionId;
    same($peye->payments->findByReference($odd)[0]->transactionId, $id, "the reference $odd");
}
foreach ([500, '500', '500.5', 500.5, '20.00'] as $amount) {
    $shown = Amounts::fromMinor((int) round(100 * (float) $amount));
    same($peye->payments->create(fields(['amount' => $amount]))->amount, $shown, "the amount $shown");
}
same($peye->payments->retrieve($peye->payments->create(fields(['metadata' => []]))->transactionId)->metadata, [], 'metadata without members');

// Methods whose create responses have their own fields.
$dollars = $peye->payments->create(fields(['amount' => '10.00', 'currency' => 'USD']));
same([$dollars->amount, $dollars->currency], ['1305.00', 'HTG'], 'dollars are converted');
same([$dollars->conversion->originalAmount, $dollars->conversion->exchangeRate, $dollars->conversion->chargedAmount], ['10', '130.5', '1305'], 'conversion');
same(is_string($peye->payments->create(fields(['payment_method' => 'natcash']))->natcashReference), true, 'natcash');
$card = $peye->payments->create(fields(['payment_method' => 'card', 'currency' => 'USD', 'amount' => '25.00']));
same([$card->status, $card->paymentUrl, is_string($card->clientSecret)], ['requires_payment_method', null, true], 'card');
$again = ['payment_method' => 'lakaypay_card', 'recurring' => true, 'recurring_interval' => 'monthly', 'recurring_interval_count' => 2];
same($peye->payments->create(fields($again))->status, 'processing', 'recurring');

// A test key learns in PHP's own log which fields had no effect.
$log = tempnam(sys_get_temp_dir(), 'peye');
$before = (string) ini_get('error_log');
ini_set('error_log', $log);
$peye->payments->create(fields(['return_url' => 'https://shop.example/thanks', 'reference' => 'ignored']));
$peye->payments->findByReference('ignored');
ini_set('error_log', $before);
same(preg_match('~POST /payments[^\n]*no effect: return_url\n$~D', (string) file_get_contents($log)), 1, 'the log: ' . file_get_contents($log));
same(substr_count((string) file_get_contents($log), "\n"), 1, 'lines of the log');
unlink($log);

// The test helpers, verify, lists and the feed.
same($peye->testHelpers->complete($created->transactionId)->status, 'completed', 'complete');
$failed = $peye->testHelpers->fail($card->transactionId, 'insufficient_balance');
same([$failed->status, $failed->failureReason, $failed->completedAt], ['failed', 'insufficient_balance', null], 'fail');
same($peye->testHelpers->fail($dollars->transactionId)->failureReason, 'declined', 'fail without a reason');
$verified = $peye->payments->verify($created->transactionId);
same([$verified->transactionId, $verified->status], [$created->transactionId, 'completed'], 'verify');
$all = iterator_to_array($peye->payments->iterate(['per_page' => 2]), false);
$page = $peye->payments->list(['per_page' => 100]);
same(array_column(array_column($all, 'raw'), 'transaction_id'), array_column(array_column($page->data, 'raw'), 'transaction_id'), 'all, page by page');
same([count($all), $page->pagination->lastPage], [$page->pagination->total, 1], 'pagination');
same($peye->payments->list(['per_page' => 1, 'page' => 2])->data[0]->transactionId, $all[1]->transactionId, 'page');
same(count($peye->payments->list(['status' => 'completed', 'payment_method' => 'moncash', 'from_date' => gmdate('Y-m-d', time() - 86400), 'to_date' => gmdate('Y-m-d', time() + 86400)])->data), 1, 'filters');
same(count(iterator_to_array($peye->payments->iterate(['status' => 'failed']), false)), 2, 'a filter over all');
$kinds = [];
foreach ($peye->events->iterate(['limit' => 1]) as $event) {
    $kinds[] = [$event->event, $event->data->status];
}
same($kinds, [['payment.success', 'completed'], ['payment.failed', 'failed'], ['payment.failed', 'failed']], 'the feed');
$feed = $peye->events->list(['limit' => 2]);
same([$feed->hasMore, $feed->eventsRemoved, count($feed->data)], [true, false, 2], 'a page of the feed');
same($peye->events->list(['after' => $feed->nextCursor])->data[0]->data->transactionId, $dollars->transactionId, 'after a cursor');
$rate = $peye->exchangeRate->retrieve();
same([$rate->rate, $rate->conversion, $rate->cardMinimum->htg, $rate->cardMinimum->usd], ['130.5', null, '65.25', '0.5'], 'exchange rate');
same($peye->exchangeRate->retrieve(['amount' => '1000'])->conversion->amountUsd, '7.66', 'an amount in dollars');

$website = $peye->checkout->website();
same([$website->mode, $website->methods, $website->returnUrl], ['test', ['moncash', 'natcash', 'lakaypay_card', 'card'], 'https://shop.example/thanks'], 'the website');

$session = $peye->checkout->sessions->create(['amount' => '250.00', 'currency' => 'HTG', 'reference' => 'òd', 'metadata' => ['cart' => 88], 'methods' => ['natcash', 'moncash']]);
same([$session->status, $session->amount, $session->methods, $session->metadata, $session->payments], ['open', '250.00', ['moncash', 'natcash'], ['cart' => 88], []], 'a session');
same($peye->checkout->sessions->retrieve($session->sessionId)->raw, $session->raw, 'read a session');
same($peye->checkout->sessions->cancel($session->sessionId)->status, 'cancelled', 'cancel a session');
thrown('InvalidArgumentException', static function () use ($peye): void {
    $peye->checkout->sessions->retrieve('a/b');
});
thrown('NotFoundException', static function () use ($peye): void {
    $peye->checkout->sessions->retrieve('cos_none');
});

// Refunds. The responses to the first two requests for one are lost.
$lost = 0;
$lossy = client(['transport' => static function (array $request) use (&$lost): array {
    $response = (new \Peye\CurlTransport())($request);
    if ($lost++ < 2) {
        throw new \Peye\Exception\ConnectionException('lost', \Peye\Exception\ConnectionException::SENT_UNKNOWN);
    }
    return $response;
}]);
$part = ['transaction_id' => $created->transactionId, 'amount' => '120.50', 'reason' => 'òd'];
$refund = $lossy->refunds->create('one', $part);
same([$lost, $refund->amount, $refund->reason, $refund->status, $refund->endedAt], [3, '120.50', 'òd', 'manual', null], 'a refund');
same($peye->refunds->create('one', $part)->raw, $refund->raw, 'the same request');
same($peye->refunds->retrieve('one')->raw, $refund->raw, 'read');
same($peye->refunds->create('two', ['transaction_id' => $created->transactionId])->amount, '74879.30', 'the rest');
$ids = [];
foreach ($peye->refunds->iterate(['transaction_id' => $created->transactionId, 'status' => 'manual', 'per_page' => 1]) as $each) {
    $ids[] = $each->refund_id;
}
same($ids, ['two', 'one'], 'all refunds, page by page');
$page = $peye->refunds->list(['per_page' => 1]);
same([count($page->data), is_string($page->nextCursor)], [1, true], 'a page of refunds');
same($peye->refunds->list(['per_page' => 1, 'cursor' => $page->nextCursor])->data[0]->refundId, 'one', 'the next page of refunds');
foreach (['RefundConflictException' => ['one', ['amount' => '1'] + $part], 'RefundExceedsPaymentException' => ['three', $part], 'PaymentNotCompletedException' => ['three', ['transaction_id' => $dollars->transactionId]], 'InvalidArgumentException' => ['a/b', $part]] as $class => $arguments) {
    thrown($class, static function () use ($peye, $arguments): void {
        $peye->refunds->create(...$arguments);
    });
}
thrown('RefundNotFoundException', static function () use ($peye): void {
    $peye->refunds->retrieve('none');
});

// Disputes: test payments have none.
same($peye->disputes->list(['transaction_id' => $created->transactionId, 'status' => 'opened'])->data, [], 'no disputes');
$urls = [];
$paged = client(['transport' => static function (array $request) use (&$urls): array {
    $urls[] = strstr($request['url'], '/api/');
    $isLast = count($urls) === 2;
    $page = ['success' => true, 'data' => [['dispute_id' => $isLast ? 'dsp_1' : 'dsp_2', 'status' => 'opened']], 'next_cursor' => $isLast ? null : 'dsp_2'];
    return ['status' => 200, 'headers' => [], 'body' => json_encode($page)];
}]);
$ids = [];
foreach ($paged->disputes->iterate(['status' => 'opened']) as $dispute) {
    $ids[] = $dispute->disputeId;
}
same($ids, ['dsp_2', 'dsp_1'], 'all disputes, page by page');
same($urls, ['/api/refunds/v1/disputes?cursor=&status=opened&per_page=100', '/api/refunds/v1/disputes?cursor=dsp_2&status=opened&per_page=100'], 'the pages of disputes');
foreach (['iterate' => ['cursor' => 'x'], 'list' => ['kind' => 'gateway']] as $method => $filters) {
    thrown('InvalidArgumentException', static function () use ($peye, $method, $filters): void {
        $found = $peye->disputes->$method($filters);
        if ($found instanceof Generator) {
            $found->current();
        }
    });
}

echo $GLOBALS['checks'], " checks\n";
