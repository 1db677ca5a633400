<?php

declare(strict_types=1);

// Creates payments through a proxy that cuts connections, and prints what the SDK says of each. FROM, TO, TIMEOUT_MS, LOOKUP_WAIT_MS.

require __DIR__ . '/common.php';

$peye = client(['timeoutMs' => (int) getenv('TIMEOUT_MS'), 'lookupWaitMs' => (int) getenv('LOOKUP_WAIT_MS')]);
for ($number = (int) getenv('FROM'); $number < (int) getenv('TO'); $number++) {
    $told = ['reference' => "order-$number"];
    try {
        $told += ['outcome' => 'created', 'id' => $peye->payments->create(fields(['reference' => "order-$number"]))->transactionId];
    } catch (\Peye\Exception\LostResponseException $lost) {
        $found = $lost->getFound();
        $told += ['outcome' => 'lost', 'found' => $found === null ? null : array_map(static function (\Peye\Payment $payment): string {
            return $payment->transactionId;
        }, $found)];
    } catch (\Peye\Exception\ConnectionException $failure) {
        $told += ['outcome' => 'nothing sent'];
    }
    echo json_encode($told), "\n";
}
