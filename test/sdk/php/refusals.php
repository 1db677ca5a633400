<?php

declare(strict_types=1);

// Checks the refusals of a real gateway. Settings: PEYE_URL, and the keys PEYE_KEY, LIVE_KEY, DEAD_KEY, DEAD_WEBSITE_KEY. The gateway
// allows two verifications of a payment in a minute, and three invalid keys in an hour.

require __DIR__ . '/common.php';

/** A client whose requests are changed before they are sent. */
function changing(callable $change): \Peye\Peye
{
    return client(['retries' => 0, 'transport' => static function (array $request) use ($change): array {
        return (new \Peye\CurlTransport())($change($request));
    }]);
}

$peye = client();
$live = client(['apiKey' => getenv('LIVE_KEY')]);
$paid = $peye->payments->create(fields())->transactionId;
$peye->testHelpers->complete($paid);

$refusals = [
    ['AmountTooLowException', function () use ($peye) {
        $peye->payments->create(fields(['payment_method' => 'natcash', 'amount' => '19.99']));
    }],
    ['AmountTooHighException', function () use ($peye) {
        $peye->payments->create(fields(['amount' => '75000.01']));
    }],
    ['PaymentMethodNotAvailableException', function () use ($live) {
        $live->payments->create(fields());
    }],
    ['PaymentMethodNotApprovedException', function () use ($live) {
        $live->payments->create(fields(['payment_method' => 'card']));
    }],
    ['ValidationException', function () use ($peye) {
        $peye->payments->create(fields(['amount' => '5.001']));
    }],
    ['PayloadTooLargeException', function () use ($peye) {
        $peye->payments->create(fields(['metadata' => ['a' => str_repeat('a', 70000)]]));
    }],
    ['ActionNotAllowedException', function () use ($live, $paid) {
        $live->testHelpers->complete($paid);
    }],
    ['EventsTestOnlyException', function () use ($live) {
        $live->events->list();
    }],
    ['TransactionNotFoundException', function () use ($peye) {
        $peye->payments->retrieve('915840412345678');
    }],
    ['TransactionNotFoundException', function () use ($peye) {
        $peye->payments->verify('no/such?id');
    }],
    ['PaymentAlreadyFinalException', function () use ($peye, $paid) {
        $peye->testHelpers->fail($paid);
    }],
    ['InvalidCursorException', function () use ($peye) {
        $peye->events->list(['after' => 'nonsense']);
    }],
    ['InvalidCursorException', function () use ($peye) {
        $peye->payments->list(['cursor' => 'nonsense']);
    }],
    ['ValidationException', function () use ($peye) {
        iterator_to_array($peye->payments->iterate(['from_date' => 'yesterday']));
    }],
    ['ValidationException', function () use ($peye) {
        $peye->exchangeRate->retrieve(['amount' => '9999999999999']);
    }],
    ['ApiKeyInactiveException', function () {
        client(['apiKey' => getenv('DEAD_KEY')])->health();
    }],
    ['WebsiteInactiveException', function () {
        client(['apiKey' => getenv('DEAD_WEBSITE_KEY')])->health();
    }],
    ['RequestHeaderFieldsTooLargeException', function () {
        client(['userAgent' => str_repeat('a', 20000)])->health();
    }],
    ['MissingApiKeyException', function () {
        changing(function (array $request): array {
            unset($request['headers']['X-Api-Key']);
            return $request;
        })->health();
    }],
    ['NotFoundException', function () {
        changing(function (array $request): array {
            return ['url' => $request['url'] . '/nowhere'] + $request;
        })->health();
    }],
    ['MethodNotAllowedException', function () {
        changing(function (array $request): array {
            return ['method' => 'DELETE'] + $request;
        })->health();
    }],
    ['NotImplementedException', function () {
        changing(function (array $request): array {
            return ['method' => 'FOO'] + $request;
        })->health();
    }],
    ['UnsupportedMediaTypeException', function () {
        changing(function (array $request): array {
            $request['headers']['Content-Type'] = 'text/plain';
            return $request;
        })->payments->create(fields());
    }],
    ['RateLimitExceededException', function () use ($peye, $paid) {
        for ($i = 0; $i < 3; $i++) {
            $peye->payments->verify($paid, ['retries' => 0]);
        }
    }],
    ['InvalidApiKeyException', function () {
        client(['apiKey' => 'tk_test_' . str_repeat('a', 32)])->health();
    }],
    ['TooManyAttemptsException', function () {
        for ($i = 0; $i < 9; $i++) {
            try {
                client(['apiKey' => 'tk_test_' . str_repeat('a', 32)])->health();
            } catch (\Peye\Exception\InvalidApiKeyException $again) {
                // Invalid keys are sent until the gateway refuses further attempts.
            }
        }
    }],
];
foreach ($refusals as [$class, $call]) {
    $failure = thrown($class, $call);
    same(strpos((string) $failure->getRequestId(), 'req_'), 0, "the id of the request of $class");
    same($failure->getRetryAfter() !== null, in_array($failure->getStatus(), [429], true), "retry_after of $class");
}
echo $GLOBALS['checks'], " checks\n";
