<?php

declare(strict_types=1);

// Checks the parts of the SDK that need no gateway: amounts, options, webhooks.

require __DIR__ . '/common.php';

use Peye\Amounts;
use Peye\Webhooks;

foreach (['500.00' => 50000, '500' => 50000, '0.5' => 50, '0' => 0, '0.01' => 1, '500.000' => 50000, '92233720368547758.07' => PHP_INT_MAX] as $text => $minor) {
    if (PHP_INT_SIZE === 8 || $minor <= 2147483647) {
        same(Amounts::toMinor((string) $text), (int) $minor, "toMinor $text");
    }
}
foreach ([50000 => '500.00', 0 => '0.00', 5 => '0.05', -5 => '-0.05', -12345 => '-123.45'] as $minor => $text) {
    same(Amounts::fromMinor($minor), $text, "fromMinor $minor");
}
foreach (['', ' 5', '5 ', '+5', '-5', '5,00', '1e3', '5.', '.5', '05', "5\n", '0.001', '92233720368547758.08', '1,000.00', 0.5, null, true, []] as $wrong) {
    thrown('InvalidArgumentException', static function () use ($wrong): void {
        Amounts::toMinor($wrong);
    });
}
same([Amounts::equal('500', '500.00'), Amounts::equal('500.01', '500.1')], [true, false], 'equal');
same([Amounts::compare('2', '10.00'), Amounts::compare('10', '2'), Amounts::compare(5, '5.0')], [-1, 1, 0], 'compare');
foreach ([0.1 + 0.2, 1e300, INF, NAN, '5,00', null, '1e3'] as $wrong) {
    thrown('InvalidArgumentException', static function () use ($wrong): void {
        Amounts::inJson(['amount' => $wrong]);
    });
}
same(Amounts::inJson(['amount' => '500.10', 'metadata' => []]), '{"amount":500.10,"metadata":{}}', 'the digits of an amount');
same(Amounts::inJson(['amount' => 19.99, 'a' => 'é/']), '{"amount":19.99,"a":"é/"}', 'a float of hundredths');
thrown('InvalidArgumentException', static function (): void {
    Amounts::inJson(['amount' => '5', 'customer_name' => "\xff"]);
});

// Options.
$good = ['apiKey' => 'tk_test_' . str_repeat('a', 32), 'baseUrl' => 'https://pay.example.ht'];
$wrong = [
    ['apiKey' => ''], ['apiKey' => null], ['apiKey' => 'tk_test_short'], ['apiKey' => 'whsec_' . str_repeat('a', 32)], ['apiKey' => $good['apiKey'] . "\n"],
    ['baseUrl' => ''], ['baseUrl' => 'pay.example.ht'], ['baseUrl' => 'https://a b'], ['baseUrl' => 'https://pay.example.ht?x=1'], ['baseUrl' => 'https://me:pw@pay.example.ht'],
    ['timeoutMs' => 0], ['timeoutMs' => '5'], ['retries' => -1], ['lookupWaitMs' => 1.5], ['transport' => 'no such function'], ['userAgent' => "a\r\nb: c"], ['timeout' => 5],
];
foreach ($wrong as $option) {
    $failure = thrown('InvalidArgumentException', static function () use ($option, $good): void {
        new \Peye\Peye($option + $good);
    });
    same(strpos($failure->getMessage(), 'aaaa'), false, 'no key in a message');
}

// The options of a call are checked before it sends anything: later, an error about them would hide that a response was lost.
$sent = 0;
$lossy = new \Peye\Peye(['transport' => static function () use (&$sent): array {
    $sent++;
    return ['status' => 502, 'headers' => [], 'body' => ''];
}] + $good);
foreach ([['lookupWaitMs' => '2000'], ['lookupWaitMs' => -1], ['timeoutMs' => 0]] as $option) {
    thrown('InvalidArgumentException', static function () use ($lossy, $option): void {
        $lossy->payments->create(fields(['reference' => 'r']), $option);
    });
}
same($sent, 0, 'nothing was sent');

// A response may have any retry_after.
foreach ([PHP_INT_MAX, -5] as $seconds) {
    $client = new \Peye\Peye(['timeoutMs' => 800, 'transport' => static function () use ($seconds): array {
        return ['status' => 500, 'headers' => [], 'body' => '{"success":false,"error":"internal_error","message":"Away.","retry_after":' . $seconds . '}'];
    }] + $good);
    same(thrown('InternalException', static function () use ($client): void {
        $client->health();
    })->getRetryAfter(), null, "retry_after of $seconds");
}

// Fields can be read by their names in the API.
$payment = Webhooks::verify('{"event":"e","data":{"transaction_id":"1","created_at":"t"}}', Webhooks::sign('{"event":"e","data":{"transaction_id":"1","created_at":"t"}}', 'whsec_a', 'test'), 'whsec_a', 'test')->data;
same([$payment->transaction_id, $payment->created_at, isset($payment->created_at), isset($payment->completed_at), isset($payment->no_such)], ['1', 't', true, false, false], 'names of the API');
foreach (['payment_url', 'transactionID', '_caller'] as $name) {
    same(thrown('InvalidArgumentException', static function () use ($payment, $name) {
        return $payment->$name;
    })->getMessage(), "Payment has no field $name.", $name);
}

// A response that says success, but has no payment, or no end.
$answering = static function (string $body) use ($good): \Peye\Peye {
    return new \Peye\Peye(['retries' => 0, 'transport' => static function () use ($body): array {
        return ['status' => 200, 'headers' => [], 'body' => $body];
    }] + $good);
};
$empty = $answering('{"success":true}');
foreach ([static function () use ($empty): void {
    $empty->payments->retrieve('1');
}, static function () use ($empty): void {
    $empty->payments->findByReference('1');
}, static function () use ($empty): void {
    $empty->payments->list();
}, static function () use ($empty): void {
    $empty->events->list();
}, static function () use ($empty): void {
    $empty->testHelpers->complete('1');
}] as $call) {
    thrown('UnexpectedResponseException', $call);
}
$large = static function (int $bytes): string {
    return '{"success":true,"service":"peye","data":[],"more":"' . str_repeat('x', $bytes) . '"}';
};
same(strpos(thrown('UnexpectedResponseException', static function () use ($answering, $large): void {
    $answering($large(1048576))->health();
})->getMessage(), 'more than 1048576 bytes') > 0, true, 'a response that is too large');
same($answering($large(7 * 1048576))->payments->list()->data, [], 'a page may be larger');
thrown('UnexpectedResponseException', static function () use ($answering, $large): void {
    $answering($large(8 * 1048576))->payments->list();
});
$invalid = new \Peye\Peye(['transport' => static function (): array {
    return ['status' => 422, 'headers' => [], 'body' => '{"success":false,"error":"validation_error","message":"The given data was invalid","errors":{"amount":["The amount field is required."],"currency":["The currency field must be HTG or USD."]}}'];
}] + $good);
same(thrown('ValidationException', static function () use ($invalid): void {
    $invalid->health();
})->getMessage(), 'The given data was invalid. The amount field is required. The currency field must be HTG or USD.', 'a message names the fields');

// Webhooks.
$secret = 'whsec_' . str_repeat('b', 32);
$body = '{"event":"payment.success","timestamp":1795269991,"data":{"transaction_id":"915840412345678","amount":"500.00","currency":"HTG","status":"completed","description":"kafe é / 😀","metadata":{"a":[]}}}';
$signed = Webhooks::sign($body, $secret, 'test');
same($signed['X-Gateway-Signature'], hash_hmac('sha256', $body, $secret), 'sign');
same([$signed['X-Gateway-Event'], $signed['X-Gateway-Timestamp']], ['payment.success', '1795269991'], 'the headers of a webhook');
$signature = $signed['X-Gateway-Signature'];
$shapes = [
    'getallheaders' => $signed,
    'lower case' => array_change_key_case($signed),
    'upper case' => array_change_key_case($signed, CASE_UPPER),
    '$_SERVER' => ['REQUEST_METHOD' => 'POST', 'HTTP_X_GATEWAY_SIGNATURE' => $signature, 'HTTP_X_GATEWAY_MODE' => 'test', 'argc' => 0, 'REQUEST_TIME' => 1],
    '$_SERVER behind a rewrite' => ['REDIRECT_HTTP_X_GATEWAY_SIGNATURE' => $signature, 'REDIRECT_HTTP_X_GATEWAY_MODE' => 'test'],
    'WordPress' => ['x_gateway_signature' => [$signature], 'x_gateway_mode' => ['test']],
    'PSR-7' => ['X-Gateway-Signature' => [$signature], 'X-Gateway-Mode' => ['test']],
];
foreach ($shapes as $name => $headers) {
    $event = Webhooks::verify($body, $headers, $secret, 'test');
    same([$event->event, $event->timestamp, $event->data->amount], ['payment.success', 1795269991, '500.00'], $name);
}
same(Webhooks::verify($body, $signed, ['whsec_new', $secret], 'test')->data->transactionId, '915840412345678', 'the old secret next to the new one');
$refunded = '{"event":"refund.reversed","timestamp":1795269991,"data":{"refund_id":"order-1","transaction_id":"915840412345678","status":"reversed"}}';
$event = Webhooks::verify($refunded, Webhooks::sign($refunded, $secret, 'test'), $secret, 'test');
same([$event->event, get_class($event->data), $event->data->refundId, $event->data->status], ['refund.reversed', 'Peye\\Refund', 'order-1', 'reversed'], 'the event of a refund');

$reasons = static function (string $reason, string $words, $body, array $headers, array $options = []) use ($secret): void {
    $failure = thrown('WebhookSignatureException', static function () use ($body, $headers, $secret, $options): void {
        Webhooks::verify($body, $headers, $secret, 'test', $options);
    });
    same($failure->getReason(), $reason, $failure->getMessage());
    same(stripos($failure->getMessage(), $words) !== false, true, "$words in: " . $failure->getMessage());
};
$reasons('missing_header', 'proxy', $body, []);
$reasons('missing_header', 'proxy', $body, ['X-Gateway-Signature' => '']);
$reasons('missing_header', 'in front of your server removes it', $body, ['HTTP_X_GATEWAY_EVENT' => 'payment.success']);
$reasons('bad_signature', 'secret', $body, ['X-Gateway-Signature' => str_repeat('0', 64)]);
$reasons('bad_signature', 'secret', $body, ['X-Gateway-Signature' => strtoupper($signature)]);
$reasons('bad_signature', 'secret', str_replace('500.00', '5000.00', $body), $signed);
$reasons('bad_signature', 'secret', $body, ['X-Gateway-Signature' => Webhooks::sign($body, 'whsec_another', 'test')['X-Gateway-Signature']]);
$reasons('body_was_changed', 'php://input', json_decode($body, true), $signed);
$reasons('body_was_changed', 'php://input', json_encode(json_decode($body)), $signed);
$reasons('body_was_changed', 'php://input', json_encode(json_decode($body), JSON_PRETTY_PRINT), $signed);
$reasons('body_was_changed', 'php://input', $body . "\n", $signed);
$reasons('body_was_changed', 'php://input', addslashes($body), $signed);
$reasons('body_was_changed', 'empty', '', $signed);
$reasons('wrong_mode', 'expects events of test payments', $body, ['X-Gateway-Mode' => 'live'] + $signed);
$reasons('missing_header', 'X-Gateway-Mode is missing', $body, array_diff_key($signed, ['X-Gateway-Mode' => '']));
$reasons('too_large', 'more than 1048576 bytes', str_repeat(' ', 1048577), $signed);
same(thrown('WebhookSignatureException', static function () use ($body, $signed, $secret): void {
    Webhooks::verify($body, $signed, $secret, 'live');
})->getMessage(), 'This is an event of a test payment, for which no money moved, and this server expects events of live payments.', 'the event of a test payment at a live shop');
same(Webhooks::verify($body, Webhooks::sign($body, $secret, 'live'), $secret, 'live')->event, 'payment.success', 'a live event');
foreach (['', 'Live', 'tests'] as $mode) {
    thrown('InvalidArgumentException', static function () use ($body, $signed, $secret, $mode): void {
        Webhooks::verify($body, $signed, $secret, $mode);
    });
    thrown('InvalidArgumentException', static function () use ($body, $secret, $mode): void {
        Webhooks::sign($body, $secret, $mode);
    });
}
$reasons('too_old', 'compare your clock', $body, $signed, ['toleranceSeconds' => 300, 'now' => 1795269991 + 301]);
$reasons('too_old', 'compare your clock', $body, $signed, ['toleranceSeconds' => 300, 'now' => 1795269991 - 301]);
same(Webhooks::verify($body, $signed, $secret, 'test', ['toleranceSeconds' => 300, 'now' => 1795269991 + 300])->event, 'payment.success', 'within the tolerance');
same(Webhooks::verify($body, $signed, $secret, 'test', ['now' => 1795269991 + 3 * 86400])->event, 'payment.success', 'a retry after days');
$other = '{"event":"test","timestamp":1,"data":{"transaction_id":"0"}}';
same(Webhooks::verify($other, Webhooks::sign($other, $secret, 'test'), $secret, 'test')->event, 'test', 'an event that is not known');
foreach (['', 'secret', null, [], " $secret", "$secret\n"] as $none) {
    thrown('InvalidArgumentException', static function () use ($body, $signed, $none): void {
        Webhooks::verify($body, $signed, $none, 'test');
    });
}

// Traces are logged. Since PHP 8.2 they can omit secrets.
if (PHP_VERSION_ID >= 80200) {
    ini_set('zend.exception_ignore_args', '0');
    $key = $good['apiKey'];
    $server = $signed + ['DB_PASSWORD' => 'secret of the server'];
    $calls = [
        'InvalidArgumentException' => [static function () use ($key): void {
            new \Peye\Peye(['apiKey' => $key, 'baseUrl' => 'none']);
        }, static function () use ($key): void {
            new \Peye\Peye(['apiKey' => "$key ", 'baseUrl' => 'https://pay.example.ht']);
        }, static function () use ($body, $signed, $secret): void {
            Webhooks::verify($body, $signed, "$secret ", 'test');
        }, static function () use ($body, $secret): void {
            Webhooks::sign($body, "$secret ", 'test');
        }],
        'ConnectionException' => [static function () use ($key): void {
            (new \Peye\Peye(['apiKey' => $key, 'baseUrl' => 'http://127.0.0.1:1', 'retries' => 0]))->health();
        }],
        'WebhookSignatureException' => [static function () use ($server, $secret): void {
            Webhooks::verify('{}', $server, $secret, 'test');
        }, static function () use ($body, $secret): void {
            Webhooks::verify($body, ['DB_PASSWORD' => 'secret of the server'], [$secret], 'test');
        }],
    ];
    if (getenv('NO_SOCKETS') !== false) {
        unset($calls['ConnectionException']);
    }
    foreach ($calls as $class => $each) {
        foreach ($each as $call) {
            $frames = array_filter(thrown($class, $call)->getTrace(), static function (array $frame): bool {
                return strpos($frame['class'] ?? '', 'Peye\\') === 0;
            });
            same($frames !== [], true, 'frames of the SDK');
            $trace = print_r($frames, true);
            same([strpos($trace, 'aaaaaaaa'), strpos($trace, 'bbbbbbbb'), strpos($trace, 'secret of the server')], [false, false, false], 'no secret in a trace');
        }
    }
}

echo $GLOBALS['checks'], " checks\n";
