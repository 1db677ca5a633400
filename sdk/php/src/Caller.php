<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\PeyeException;
use Peye\Exception\RateLimitExceededException;
use Peye\Exception\TlsException;
use Peye\Exception\TooManyAttemptsException;
use Peye\Exception\UnexpectedResponseException;

/**
 * Sends requests, repeats them where that is safe, and turns each response into an Answer or an exception.
 *
 * @internal
 */
final class Caller
{
    private const MOST_BYTES = 1048576;
    /** Enough for a page of 100 payments, each with the most metadata that a request can have. */
    public const MOST_PAGE_BYTES = 8388608;
    /** When the rate limit refuses a page of an iteration: how often it waits at most, and how long each time at most. */
    private const MOST_PAGE_WAITS = 10;
    private const LONGEST_PAGE_WAIT_S = 300;
    /** The statuses after which a read or a verify is repeated. */
    private const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];
    private const FIRST_WAIT_MS = 250;
    private const LONGEST_WAIT_MS = 8000;

    /** @var Settings */
    private $settings;

    public function __construct(Settings $settings)
    {
        $this->settings = $settings;
    }

    public function settings(): Settings
    {
        return $this->settings;
    }

    /**
     * Sends a GET, and repeats it while the failure may be temporary and the time limit allows it.
     *
     * @param array<string, mixed> $query   null values are omitted
     * @param array<string, mixed> $options timeoutMs, retries
     */
    public function read(string $path, array $query = [], array $options = []): Answer
    {
        $given = array_filter($query, static function ($value): bool {
            return $value !== null;
        });
        $search = $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
        return $this->repeat('GET', $path . $search, null, $options);
    }

    /**
     * Sends a POST that is safe to repeat, and repeats it as `read` does.
     *
     * @param array<string, mixed> $options
     */
    public function ask(string $path, array $options = [], ?string $json = null): Answer
    {
        return $this->repeat('POST', $path, $json, $options);
    }

    /**
     * Sends a PUT, and repeats it as `read` does.
     *
     * @param array<string, mixed> $options
     */
    public function put(string $path, string $json, array $options = []): Answer
    {
        return $this->repeat('PUT', $path, $json, $options);
    }

    /**
     * Sends a POST once.
     *
     * @param array<string, mixed> $options
     */
    public function order(string $path, ?string $json, array $options = []): Answer
    {
        $timeoutMs = self::option($options, 'timeoutMs', $this->settings->timeoutMs, 1);
        return $this->send('POST', $path, $json, ['timeoutMs' => $timeoutMs, 'maxBytes' => self::MOST_BYTES], 1);
    }

    /**
     * Reads a page for an iteration. While the rate limit is reached, waits for as many seconds as the gateway states.
     *
     * @template Page
     *
     * @param callable(): Page $read
     *
     * @return Page
     */
    public function waiting(callable $read)
    {
        for ($waits = 0; ; $waits++) {
            try {
                return $read();
            } catch (RateLimitExceededException $limited) {
                $seconds = max(1, $limited->getRetryAfter() ?? 1);
                if ($waits >= self::MOST_PAGE_WAITS || $seconds > self::LONGEST_PAGE_WAIT_S) {
                    throw $limited;
                }
                sleep($seconds);
            }
        }
    }

    /** Milliseconds of a clock that cannot be set. */
    public static function nowMs(): float
    {
        return hrtime(true) / 1e6;
    }

    /**
     * @param array<string, mixed> $options
     */
    public static function option(array $options, string $name, int $default, int $least): int
    {
        $value = $options[$name] ?? $default;
        if (!is_int($value) || $value < $least) {
            throw new InvalidArgumentException("$name must be a whole number of at least $least.");
        }
        return $value;
    }

    /** @param array<string, mixed> $options */
    private function repeat(string $method, string $path, ?string $json, array $options): Answer
    {
        $endMs = self::nowMs() + self::option($options, 'timeoutMs', $this->settings->timeoutMs, 1);
        $retries = self::option($options, 'retries', $this->settings->retries, 0);
        for ($attempt = 1; ; $attempt++) {
            try {
                $limits = ['timeoutMs' => (int) max(1, $endMs - self::nowMs()), 'maxBytes' => $options['maxBytes'] ?? self::MOST_BYTES];
                return $this->send($method, $path, $json, $limits, $attempt);
            } catch (ConnectionException | ApiException $failure) {
                $waitMs = self::waitMs($attempt, $failure->getRetryAfter());
                if ($attempt > $retries || !self::isTransient($failure) || self::nowMs() + $waitMs >= $endMs) {
                    throw $failure;
                }
            }
            usleep($waitMs * 1000);
        }
    }

    /** @param array{timeoutMs: int, maxBytes: int} $limits */
    private function send(string $method, string $path, ?string $json, array $limits, int $attempt): Answer
    {
        $headers = [
            'X-Api-Key' => $this->settings->apiKey(),
            'Accept' => 'application/json',
            'User-Agent' => $this->settings->userAgent,
        ];
        if ($json !== null) {
            $headers['Content-Type'] = 'application/json';
        } elseif ($method === 'POST') {
            $headers['Content-Length'] = '0';
        }
        $url = $this->baseOf($path) . $path;
        $facts = ['method' => $method, 'url' => $url, 'attempt' => $attempt, 'status' => null, 'requestId' => null, 'error' => null];
        $startMs = self::nowMs();
        try {
            $request = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $json] + $limits;
            $response = $this->transport($request);
            $facts = ['status' => $response['status'], 'requestId' => $response['headers']['x-request-id'] ?? null] + $facts;
            self::logIgnored("$method " . explode('?', $path)[0], $response['headers']['x-gateway-ignored'] ?? '');
            if (strlen($response['body']) > $limits['maxBytes']) {
                throw self::tooLarge($response, $limits['maxBytes']);
            }
            return Answer::of($response);
        } catch (PeyeException $failure) {
            $facts = ['error' => $failure->getErrorCode()] + $facts;
            throw $failure;
        } finally {
            $this->report($facts + ['durationMs' => (int) (self::nowMs() - $startMs)]);
        }
    }

    /** Writes to PHP's log, only for a test key, what was sent and has no effect: the gateway accepts fields that it does not know, such as a misspelt one. */
    private static function logIgnored(string $request, string $names): void
    {
        if ($names !== '') {
            error_log("Peye: $request was sent with fields that have no effect: $names");
        }
    }

    private function baseOf(string $path): string
    {
        if (preg_match('~^/(refunds|disputes)~', $path) === 1) {
            return $this->settings->refundsUrl;
        }
        return preg_match('~^/(sessions|website)~', $path) === 1 ? $this->settings->checkoutUrl : $this->settings->apiUrl;
    }

    /** @param array<string, mixed> $facts */
    private function report(array $facts): void
    {
        try {
            if ($this->settings->onRequest !== null) {
                ($this->settings->onRequest)($facts);
            }
        } catch (\Throwable $failure) {
            // An error of onRequest must not look like a failure of the request.
        }
    }

    /**
     * @param array{method: string, url: string, headers: array<string, string>, body: ?string, timeoutMs: int, maxBytes: int} $request
     *
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    private function transport(
        #[\SensitiveParameter]
        array $request
    ): array {
        try {
            $response = ($this->settings->transport)($request);
        } catch (PeyeException $failure) {
            throw $failure;
        } catch (\Throwable $failure) {
            // It is not known whether the request was sent.
            throw new ConnectionException('The transport failed: ' . $failure->getMessage(), ConnectionException::SENT_UNKNOWN, $failure);
        }
        $headers = [];
        foreach ($response['headers'] as $name => $value) {
            $headers[strtolower((string) $name)] = is_array($value) ? implode(', ', $value) : (string) $value;
        }
        return ['status' => (int) $response['status'], 'headers' => $headers, 'body' => (string) $response['body']];
    }

    /** @param array{status: int, headers: array<string, string>, body: string} $response */
    private static function tooLarge(array $response, int $maxBytes): ApiException
    {
        return ApiException::of([
            'code' => UnexpectedResponseException::CODE,
            'message' => "The response, HTTP {$response['status']}, has more than $maxBytes bytes.",
            'status' => $response['status'],
            'requestId' => $response['headers']['x-request-id'] ?? null,
            'retryAfter' => null,
            'errors' => [],
        ]);
    }

    /** @param ConnectionException|ApiException $failure */
    private static function isTransient(PeyeException $failure): bool
    {
        if ($failure instanceof ApiException) {
            // An invalid response with a success status was truncated: a repeated request may succeed. An invalid key is never sent in a loop.
            $mayPass = $failure->getStatus() < 300 || in_array($failure->getStatus(), self::PASSING_STATUSES, true);
            return $mayPass && !$failure instanceof TooManyAttemptsException;
        }
        return !$failure instanceof TlsException;
    }

    /**
     * The wait doubles each time. A random part is subtracted, so that clients that failed together do not all retry at the same moment.
     */
    private static function waitMs(int $attempt, ?int $retryAfter): int
    {
        $longest = min(self::LONGEST_WAIT_MS, self::FIRST_WAIT_MS * 2 ** min($attempt - 1, 10));
        return max(random_int(intdiv($longest, 2), $longest), ($retryAfter ?? 0) * 1000);
    }
}
