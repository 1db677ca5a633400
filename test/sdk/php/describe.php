<?php

declare(strict_types=1);

// Prints the requests that the SDK sends and the names that it knows, to be compared with the OpenAPI document.

require __DIR__ . '/common.php';

$sent = [];
$peye = new \Peye\Peye([
    'apiKey' => 'tk_test_' . str_repeat('a', 32),
    'baseUrl' => 'http://127.0.0.1:1',
    'transport' => static function (array $request) use (&$sent): array {
        $parts = explode('?', (string) preg_replace('~^http://127.0.0.1:1/api/(gateway|refunds|checkout)/v1~', '', $request['url']), 2);
        parse_str($parts[1] ?? '', $query);
        $sent[] = ['call' => $request['method'] . ' ' . $parts[0], 'query' => array_keys($query), 'body' => array_keys(json_decode($request['body'] ?? '[]', true))];
        return ['status' => 200, 'headers' => [], 'body' => $request['method'] === 'GET' && in_array($parts[0], ['/payments', '/events', '/refunds', '/disputes'], true)
            ? '{"success":true,"data":[]}'
            : '{"success":true,"transaction_id":"1","data":{"transaction_id":"1","refund_id":"1","session_id":"1"}}'];
    },
]);

/** The names that a method's documentation gives to the members of its parameter of fields or filters. */
$names = static function (string $class, string $method): array {
    $comment = (string) (new ReflectionMethod($class, $method))->getDocComment();
    preg_match('/@param array\{(.*?)\} \$\w+/s', $comment, $shape);
    preg_match_all('/(\w+)\??:/', $shape[1], $found);
    return $found[1];
};
$filled = static function (array $names): array {
    return array_fill_keys($names, '1');
};
$peye->payments->create($filled($names(\Peye\Payments::class, 'create')));
$peye->payments->list($filled($names(\Peye\Payments::class, 'list')));
$peye->payments->retrieve('TRANSACTION_ID');
$peye->payments->findByReference('REFERENCE');
$peye->payments->verify('TRANSACTION_ID');
$peye->events->list($filled($names(\Peye\Events::class, 'list')));
$peye->exchangeRate->retrieve(['amount' => '1']);
$peye->testHelpers->complete('TRANSACTION_ID');
$peye->testHelpers->fail('TRANSACTION_ID', 'declined');
$peye->refunds->create('REFUND_ID', $filled($names(\Peye\Refunds::class, 'create')));
$peye->refunds->retrieve('REFUND_ID');
$peye->refunds->list($filled($names(\Peye\Refunds::class, 'list')));
$peye->disputes->list($filled($names(\Peye\Disputes::class, 'list')));
$peye->checkout->website();
$peye->checkout->sessions->create($filled($names(\Peye\CheckoutSessions::class, 'create')));
$peye->checkout->sessions->retrieve('SESSION_ID');
$peye->checkout->sessions->cancel('SESSION_ID');
$peye->health();

$models = [];
foreach (['Payment', 'Customer', 'CreatedPayment', 'Conversion', 'Verification', 'Event', 'WebhookEvent', 'EventPage', 'PaymentPage', 'Pagination', 'Refund', 'RefundPage', 'Dispute', 'DisputePage', 'ExchangeRate', 'AmountConversion', 'CardMinimum', 'Health', 'Website', 'CheckoutSession', 'SessionPayment'] as $model) {
    $class = "Peye\\$model";
    $models[$model] = array_map(static function (string $name): string {
        return strtolower((string) preg_replace('/[A-Z]/', '_$0', $name));
    }, array_values(array_diff(array_keys(get_object_vars(new $class([]))), ['raw'])));
}
echo json_encode(['sent' => $sent, 'models' => $models, 'codes' => array_keys(\Peye\Exception\ApiException::CLASSES), 'version' => \Peye\Peye::VERSION]);
