<?php

declare(strict_types=1);

// The programs of these tests start with this file: it loads the SDK, from its sources or as one file, and has checks that end the program.

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});

const SDK = __DIR__ . '/../../../sdk/php';

if (getenv('PEYE_SDK') === 'sources') {
    spl_autoload_register(static function (string $class): void {
        if (strpos($class, 'Peye\\') === 0) {
            require SDK . '/src/' . strtr(substr($class, strlen('Peye\\')), '\\', '/') . '.php';
        }
    });
} else {
    require SDK . '/peye.php';
}

/** @param array<string, mixed> $options */
function client(array $options = []): \Peye\Peye
{
    return new \Peye\Peye($options + ['apiKey' => getenv('PEYE_KEY'), 'baseUrl' => getenv('PEYE_URL')]);
}

/** @param mixed $actual @param mixed $expected */
function same($actual, $expected, string $what): void
{
    if ($actual !== $expected) {
        throw new RuntimeException("$what: " . json_encode($actual) . ' is not ' . json_encode($expected));
    }
    $GLOBALS['checks'] = ($GLOBALS['checks'] ?? 0) + 1;
}

/** Returns the exception that a call throws. Its class must be exactly this one. */
function thrown(string $class, callable $call): \Peye\Exception\PeyeException
{
    try {
        $call();
    } catch (\Peye\Exception\PeyeException $failure) {
        if (get_class($failure) !== "Peye\\Exception\\$class") {
            throw new RuntimeException(get_class($failure) . " in place of $class: " . $failure->getMessage());
        }
        $GLOBALS['checks'] = ($GLOBALS['checks'] ?? 0) + 1;
        return $failure;
    }
    throw new RuntimeException("$class was not thrown");
}

/** @return array<string, mixed> */
function fields(array $changes = []): array
{
    return $changes + ['amount' => '500.00', 'currency' => 'HTG', 'payment_method' => 'moncash', 'customer_name' => 'Marie Joseph'];
}
