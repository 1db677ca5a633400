<?php

declare(strict_types=1);

// Checks every failure at a stub of the gateway. Settings: PEYE_URL, PEYE_KEY, and the codes with their statuses in CODES.

require __DIR__ . '/common.php';

$requests = 0;
$count = static function () use (&$requests): void {
    $requests++;
};
$peye = client(['onRequest' => $count, 'timeoutMs' => 5000]);
$payments = $peye->payments;

/** Checks how many requests a call makes, and that it ends within this many milliseconds. */
$within = static function (int $ms, int $wanted, callable $call, string $what) use (&$requests): void {
    $requests = 0;
    $began = microtime(true);
    $call();
    $took = (int) (1000 * (microtime(true) - $began));
    same($requests, $wanted, "requests of $what");
    same($took <= $ms, true, "$what took $took ms");
};

// Each error code has its own class, and the request is not repeated.
foreach (json_decode(getenv('CODES'), true) as $code => $status) {
    $class = str_replace(' ', '', ucwords(strtr((string) preg_replace('/_error$/', '', $code), '_', ' '))) . 'Exception';
    $failure = thrown($class, static function () use ($payments, $code): void {
        $payments->retrieve($code, ['retries' => 0]);
    });
    same([$failure->getErrorCode(), $failure->getStatus(), $failure->getRequestId()], [$code, $status, 'req_stub'], $code);
    same($failure->getRetryAfter(), $status === 429 ? 42 : null, "retry_after of $code");
    same($failure->getErrors(), $code === 'validation_error' ? ['amount' => ['Wrong.', 'Twice.']] : [], "errors of $code");
    same($failure->getMessage() !== '', true, "the message of $code");
}
same(thrown('ApiException', static function () use ($payments): void {
    $payments->retrieve('later');
})->getErrorCode(), 'brand_new_code', 'a code of a later version');
foreach (['proxy' => 'Bad Gateway', 'firewall' => 'Blocked', 'moved' => 'https://elsewhere.example/', 'captive' => 'Wi-Fi', 'cut' => 'truncated'] as $script => $words) {
    $class = $script === 'cut' ? 'ConnectionException' : 'UnexpectedResponseException';
    $failure = thrown($class, static function () use ($payments, $script): void {
        $payments->retrieve($script, ['retries' => 0]);
    });
    same($script === 'cut' || strpos($failure->getMessage(), $words) !== false, true, "$words in: " . $failure->getMessage());
}

// Reads and verifies are repeated, other requests are not.
foreach (['flaky' => 3, 'cut-once' => 2] as $script => $wanted) {
    $within(4500, $wanted, static function () use ($payments, $script): void {
        same($payments->retrieve($script)->status, 'completed', $script);
    }, $script);
}
$within(4500, 3, static function () use ($payments): void {
    same($payments->verify('flaky')->status, 'completed', 'verify');
}, 'a verify');
$began = microtime(true);
$within(4500, 2, static function () use ($payments): void {
    $payments->retrieve('soon-again');
}, 'soon-again');
same(microtime(true) - $began >= 1, true, 'Retry-After is kept');
$throws = static function (string $class, callable $call): callable {
    return static function () use ($class, $call): void {
        thrown($class, $call);
    };
};
$within(3000, 1, $throws('RateLimitExceededException', static function () use ($payments): void {
    $payments->retrieve('much-later');
}), 'a wait that is too long');
$within(4500, 4, $throws('InternalException', static function () use ($payments): void {
    $payments->retrieve('internal_error');
}), 'what stays broken');
$within(3000, 1, $throws('TooManyAttemptsException', static function () use ($payments): void {
    $payments->retrieve('too_many_attempts');
}), 'an invalid key');
$within(3000, 2, $throws('ConnectionException', static function () use ($payments): void {
    $payments->retrieve('reset', ['retries' => 1]);
}), 'retries of a call');
foreach (['hang', 'drip-headers', 'drip-body'] as $script) {
    $within(3000, 1, $throws('TimeoutException', static function () use ($payments, $script): void {
        $payments->retrieve($script, ['timeoutMs' => 500]);
    }), $script);
}
$within(3000, 1, $throws('InternalException', static function () use ($peye): void {
    $peye->testHelpers->complete('internal_error');
}), 'a test helper');

// Nothing was sent.
$nobody = client(['baseUrl' => 'http://127.0.0.1:1', 'timeoutMs' => 2000, 'retries' => 0]);
foreach ([static function () use ($nobody): void {
    $nobody->health();
}, static function () use ($nobody): void {
    $nobody->payments->create(fields(['reference' => 'r']));
}] as $call) {
    same(thrown('ConnectionException', $call)->getSent(), 'nothing', 'nobody listens');
}

// A creation is sent once, whatever happens.
$create = static function (string $script, ?string $reference, int $waitMs = 900) use ($payments): callable {
    return static function () use ($payments, $script, $reference, $waitMs): void {
        $payments->create(fields(['customer_name' => $script, 'reference' => $reference]), ['timeoutMs' => in_array($script, ['hang', 'drip-body'], true) ? 700 : 5000, 'lookupWaitMs' => $waitMs]);
    };
};
foreach (['service_unavailable' => 'ServiceUnavailableException', 'rate_limit_exceeded' => 'RateLimitExceededException', 'validation_error' => 'ValidationException', 'payment_processing_failed' => 'PaymentProcessingFailedException', 'firewall' => 'UnexpectedResponseException'] as $script => $class) {
    $within(3000, 1, $throws($class, $create($script, 'made-now')), "a creation with $script");
}
foreach (['reset', 'cut', 'hang', 'drip-body', 'internal_error', 'proxy', 'captive'] as $script) {
    $lost = thrown('LostResponseException', $create($script, 'made-now', 8000));
    same([$lost->getReference(), count($lost->getFound()), $lost->getFound()[0]->status], ['made-now', 1, 'processing'], $script);
    same(strpos($lost->getMessage(), 'The payment was created') !== false, true, $lost->getMessage());
    same($lost->getPrevious() instanceof \Peye\Exception\PeyeException, true, 'the failure itself');
}
same(thrown('LostResponseException', $create('reset', 'made-long-ago'))->getFound(), null, 'an older payment proves nothing at once');
same(thrown('LostResponseException', $create('reset', 'never'))->getFound(), null, 'no payment yet');
same(thrown('LostResponseException', $create('reset', 'internal_error'))->getFound(), null, 'the lookup fails');
same(thrown('LostResponseException', $create('reset', null))->getFound(), null, 'without a reference');

// Iterations wait for the rate limit, longer than the time limit of a call, but not for ever. They read 100 a page.
$impatient = client(['timeoutMs' => 500]);
$began = microtime(true);
same(count(iterator_to_array($impatient->payments->iterate(['status' => 'completed']), false)), 2, 'two pages');
same(count(iterator_to_array($impatient->events->iterate(), false)), 0, 'two pages of events');
same(microtime(true) - $began >= 8, true, 'four waits');
thrown('RateLimitExceededException', static function () use ($impatient): void {
    iterator_to_array($impatient->payments->iterate(['status' => 'failed']));
});
thrown('RateLimitExceededException', static function () use ($impatient): void {
    $impatient->payments->list(['status' => 'failed']);
});
thrown('InvalidArgumentException', static function () use ($impatient): void {
    iterator_to_array($impatient->payments->iterate(['page' => 2]));
});

// An endless body is not read for ever.
$began = microtime(true);
thrown('UnexpectedResponseException', static function () use ($payments): void {
    $payments->retrieve('endless', ['retries' => 0, 'timeoutMs' => 60000]);
});
same(memory_get_peak_usage() < 64 * 1048576, true, 'memory');
thrown('UnexpectedResponseException', static function () use ($payments): void {
    $payments->retrieve('large', ['retries' => 0]);
});

// A base URL with https, at a server without TLS, is reported at once.
$wrong = client(['baseUrl' => str_replace('http:', 'https:', getenv('PEYE_URL'))]);
foreach ([static function () use ($wrong): void {
    $wrong->health();
}, static function () use ($wrong): void {
    $wrong->payments->create(fields(['reference' => 'r']));
}] as $call) {
    $tls = thrown('TlsException', $call);
    same([$tls->getSent(), strpos($tls->getMessage(), 'does not use TLS') > 0], ['nothing', true], $tls->getMessage());
}

// Another transport.
$asked = [];
$other = client(['transport' => static function (array $request) use (&$asked): array {
    $asked = $request;
    return ['status' => 200, 'headers' => ['X-Request-ID' => ['req_1']], 'body' => '{"success":true,"service":"peye","version":"9","timestamp":"t"}'];
}]);
same($other->health(['timeoutMs' => 1234])->version, '9', 'a transport');
same([$asked['method'], $asked['body'], $asked['timeoutMs'] <= 1234], ['GET', null, true], 'the request that the transport gets');
$broken = client(['retries' => 0, 'transport' => static function (): array {
    throw new RuntimeException('cURL error 28');
}]);
same(thrown('ConnectionException', static function () use ($broken): void {
    $broken->health();
})->getSent(), 'unknown', 'a transport that throws');

echo $GLOBALS['checks'], " checks\n";
