<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;

/**
 * The options of a client, checked.
 *
 * Parameters with the attribute SensitiveParameter, here and in other classes, are omitted from the stack traces of exceptions, which many
 * logs store completely. The attribute is on its own line, because PHP before version 8 reads such a line as a comment.
 *
 * @internal
 */
final class Settings
{
    private const API_PATH = '/api/gateway/v1';
    private const REFUNDS_PATH = '/api/refunds/v1';
    private const CHECKOUT_PATH = '/api/checkout/v1';
    private const DEFAULTS = [
        'timeoutMs' => 35000,
        'retries' => 3,
        'lookupWaitMs' => 15000,
        'transport' => null,
        'onRequest' => null,
        'userAgent' => null,
    ];

    /** @var string the address of the API, without a slash at its end */
    public $apiUrl;
    /** @var string the same of the API of refunds and disputes */
    public $refundsUrl;
    /** @var string the same of the API of checkout */
    public $checkoutUrl;
    /** @var int */
    public $timeoutMs;
    /** @var int */
    public $retries;
    /** @var int */
    public $lookupWaitMs;
    /** @var callable */
    public $transport;
    /** @var callable|null */
    public $onRequest;
    /** @var string */
    public $userAgent;
    /** @var string */
    private $apiKey;

    /** @param array<string, mixed> $options see Peye::__construct */
    public function __construct(
        #[\SensitiveParameter]
        array $options
    ) {
        $unknown = array_diff(array_keys($options), ['apiKey', 'baseUrl'], array_keys(self::DEFAULTS));
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown option of Peye: ' . implode(', ', $unknown) . '.');
        }
        $given = $options + self::DEFAULTS + ['apiKey' => null, 'baseUrl' => null];
        $this->apiKey = self::readKey($given['apiKey']);
        $root = self::readRoot($given['baseUrl']);
        $this->apiUrl = $root . self::API_PATH;
        $this->refundsUrl = $root . self::REFUNDS_PATH;
        $this->checkoutUrl = $root . self::CHECKOUT_PATH;
        $this->timeoutMs = self::readCount('timeoutMs', $given['timeoutMs'], 1);
        $this->retries = self::readCount('retries', $given['retries'], 0);
        $this->lookupWaitMs = self::readCount('lookupWaitMs', $given['lookupWaitMs'], 0);
        $this->transport = self::readCallable('transport', $given['transport']) ?? new CurlTransport();
        $this->onRequest = self::readCallable('onRequest', $given['onRequest']);
        $this->userAgent = self::readUserAgent($given['userAgent']);
    }

    public function apiKey(): string
    {
        return $this->apiKey;
    }

    /**
     * What var_dump shows: everything but the key.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['apiUrl' => $this->apiUrl, 'apiKey' => substr($this->apiKey, 0, 8) . '…'];
    }

    /** @param mixed $key */
    private static function readKey(
        #[\SensitiveParameter]
        $key
    ): string {
        if (!is_string($key) || $key === '') {
            throw new InvalidArgumentException('Set apiKey to the tk_test_… or tk_live_… key of your website.');
        }
        if (preg_match('/^tk_(test|live)_[0-9A-Za-z]{32,128}$/D', $key) === 1) {
            return $key;
        }
        if (strpos($key, 'whsec_') === 0) {
            throw new InvalidArgumentException('apiKey is the webhook secret. The key begins with tk_test_ or tk_live_.');
        }
        if (trim($key) !== $key) {
            throw new InvalidArgumentException('apiKey has spaces or a line break around it.');
        }
        throw new InvalidArgumentException('apiKey is incomplete or malformed: a key is tk_test_ or tk_live_ and at least 32 letters and digits.');
    }

    /**
     * The gateway's address without a path of the API.
     *
     * @param mixed $url
     */
    private static function readRoot($url): string
    {
        if (!is_string($url) || preg_match('~^https?://[^\s/?#@]+(/[^\s?#]*)?$~Di', $url) !== 1) {
            throw new InvalidArgumentException('Set baseUrl to the address of your gateway, such as https://pay.example.ht.');
        }
        $url = rtrim($url, '/');
        return substr($url, -strlen(self::API_PATH)) === self::API_PATH ? substr($url, 0, -strlen(self::API_PATH)) : $url;
    }

    /** @param mixed $value */
    private static function readCount(string $name, $value, int $least): int
    {
        if (!is_int($value) || $value < $least) {
            throw new InvalidArgumentException("$name must be a whole number of at least $least.");
        }
        return $value;
    }

    /**
     * @param mixed $value
     */
    private static function readCallable(string $name, $value): ?callable
    {
        if ($value !== null && !is_callable($value)) {
            throw new InvalidArgumentException("$name must be callable.");
        }
        return $value;
    }

    /** @param mixed $application */
    private static function readUserAgent($application): string
    {
        if ($application !== null && (!is_string($application) || preg_match('/^[\x20-\x7e]+$/D', $application) !== 1)) {
            throw new InvalidArgumentException('userAgent must be a line of ASCII text.');
        }
        return 'peye-php/' . Peye::VERSION . ' php/' . PHP_VERSION . ($application === null ? '' : ' ' . $application);
    }
}
