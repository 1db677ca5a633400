<?php

declare(strict_types=1);

// Creates payments through a proxy and prints the SDK's result for each as a line of JSON. Settings: FROM, TO, TIMEOUT_MS, LOOKUP_WAIT_MS.

require __DIR__ . '/common.php';

use Peye\Exception\ConnectionException;
use Peye\Exception\LostResponseException;

$peye = client(['timeoutMs' => (int) getenv('TIMEOUT_MS'), 'lookupWaitMs' => (int) getenv('LOOKUP_WAIT_MS')]);
for ($number = (int) getenv('FROM'); $number < (int) getenv('TO'); $number++) {
    try {
        $created = $peye->payments->create(fields(['reference' => "order-$number"]));
        $result = ['outcome' => 'created', 'ids' => [$created->transactionId]];
    } catch (LostResponseException $lost) {
        $ids = array_map(static function (\Peye\Payment $payment): string {
            return $payment->transactionId;
        }, $lost->getFound() ?? []);
        $result = ['outcome' => $lost->getFound() === null ? 'unknown' : ($ids === [] ? 'none' : 'found'), 'ids' => $ids];
    } catch (ConnectionException $failure) {
        $result = ['outcome' => $failure->getSent() === 'nothing' ? 'refused' : 'broken', 'ids' => [], 'why' => $failure->getMessage()];
    }
    echo json_encode(['reference' => "order-$number"] + $result), "\n";
}
