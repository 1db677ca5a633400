<?php

declare(strict_types=1);

// Creates a payment for each of REFERENCES at a stub that loses the response as FAULT says. Prints the SDK's result for each as a line of
// JSON. Settings: TIMEOUT_MS, LOOKUP_WAIT_MS.

require __DIR__ . '/common.php';

use Peye\Exception\LostResponseException;

$peye = client(['timeoutMs' => (int) getenv('TIMEOUT_MS'), 'lookupWaitMs' => (int) getenv('LOOKUP_WAIT_MS')]);
foreach (json_decode(getenv('REFERENCES')) as $reference) {
    $startNs = hrtime(true);
    try {
        $peye->payments->create(fields(['reference' => $reference, 'customer_name' => getenv('FAULT')]));
        [$outcome, $message] = ['created', ''];
    } catch (LostResponseException $lost) {
        $found = $lost->getFound();
        [$outcome, $message] = [$found === null ? 'unknown' : ($found === [] ? 'none' : 'found'), $lost->getMessage()];
    }
    $ms = intdiv(hrtime(true) - $startNs, 1000000);
    echo json_encode(['reference' => $reference, 'outcome' => $outcome, 'ms' => $ms, 'message' => $message]), "\n";
}
