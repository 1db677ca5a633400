<?php

declare(strict_types=1);

// Checks what the SDK says of a server whose certificate PHP does not trust. Settings: PEYE_URL, PEYE_KEY.

require __DIR__ . '/common.php';

$peye = client();
foreach ([static function () use ($peye): void {
    $peye->health(['retries' => 0]);
}, static function () use ($peye): void {
    $peye->payments->create(fields(['reference' => 'r']));
}] as $call) {
    $failure = thrown('ConnectionException', $call);
    same([$failure->getSent(), strpos($failure->getMessage(), 'curl.cainfo') > 0], ['nothing', true], $failure->getMessage());
}

echo $GLOBALS['checks'], " checks\n";
