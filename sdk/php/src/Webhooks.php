<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;
use Peye\Exception\WebhookSignatureException;

/** Checks the signature of webhooks. */
final class Webhooks
{
    private const SIGNATURE = 'x-gateway-signature';
    private const MODE = 'x-gateway-mode';
    /** No event is this large. */
    private const MOST_BYTES = 1048576;

    /**
     * The event of a webhook whose signature is right, and whose mode is the one that you expect. Respond soon, with any 2xx. Process each
     * pair of transactionId and event once.
     *
     *     $event = \Peye\Webhooks::verify(file_get_contents('php://input'), $_SERVER, getenv('PEYE_WEBHOOK_SECRET'), 'live');
     *
     * @param string|mixed         $rawBody the bytes of the body as they were received: file_get_contents('php://input')
     * @param array<string, mixed> $headers getallheaders(), $_SERVER, or the headers of a framework's request, in any case
     * @param string|string[]      $secret  the whsec_… of your website; while you rotate it, a list of the old and the new secret
     * @param string               $mode    which webhooks this server accepts: live where you fulfil orders, test where you develop.
     *                                      Others are rejected
     * @param array{toleranceSeconds?: ?int, now?: ?int} $options
     *   toleranceSeconds: rejects events whose time is further from now than this. Off by default: for three days, retries have the time of
     *     the first attempt.
     *   now: Unix seconds
     *
     * @throws WebhookSignatureException when the request must not be trusted; respond with 401
     * @throws InvalidArgumentException  when the secret is not a webhook secret
     */
    public static function verify(
        $rawBody,
        #[\SensitiveParameter]
        array $headers,
        #[\SensitiveParameter]
        $secret,
        string $mode,
        array $options = []
    ): WebhookEvent {
        $secrets = self::readSecrets($secret);
        self::checkMode($mode);
        if (!is_string($rawBody)) {
            throw self::changed('The body is of type ' . gettype($rawBody) . ', not a string: it was already parsed.');
        }
        if (strlen($rawBody) > self::MOST_BYTES) {
            throw new WebhookSignatureException(WebhookSignatureException::TOO_LARGE, 'The body has more than ' . self::MOST_BYTES . ' bytes.');
        }
        $signature = self::find($headers, self::SIGNATURE);
        if ($signature === null || $signature === '') {
            throw self::missing($headers);
        }
        if (!self::isSigned($rawBody, $signature, $secrets)) {
            throw self::unsigned($rawBody, $signature, $secrets);
        }
        self::compareModes(self::find($headers, self::MODE), $mode);
        $event = json_decode($rawBody, true, 512, JSON_BIGINT_AS_STRING);
        if (!is_array($event) || !is_string($event['event'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new WebhookSignatureException(WebhookSignatureException::BAD_SIGNATURE, 'The signature is right, but the body is not an event.');
        }
        self::checkTime((int) ($event['timestamp'] ?? 0), $options);
        return new WebhookEvent($event);
    }

    /**
     * The headers of a webhook with this body, for the tests of your receiver.
     *
     * @param int|null $timestamp Unix seconds; by default the one in the body
     *
     * @return array<string, string>
     */
    public static function sign(
        string $rawBody,
        #[\SensitiveParameter]
        string $secret,
        string $mode,
        ?int $timestamp = null
    ): array {
        [$key] = self::readSecrets($secret);
        self::checkMode($mode);
        $body = json_decode($rawBody, true);
        $body = is_array($body) ? $body : [];
        return [
            'Content-Type' => 'application/json',
            'X-Gateway-Event' => (string) ($body['event'] ?? ''),
            'X-Gateway-Timestamp' => (string) ($timestamp ?? $body['timestamp'] ?? time()),
            'X-Gateway-Mode' => $mode,
            'X-Gateway-Signature' => hash_hmac('sha256', $rawBody, $key),
        ];
    }

    /**
     * @param mixed $secret
     *
     * @return string[] at least one
     */
    private static function readSecrets(
        #[\SensitiveParameter]
        $secret
    ): array {
        $secrets = is_array($secret) ? array_values($secret) : [$secret];
        foreach ($secrets as $one) {
            if (!is_string($one) || preg_match('/^whsec_\S+$/D', $one) !== 1) {
                throw new InvalidArgumentException('Pass the webhook secret of your website, whsec_…, complete and without spaces around it.');
            }
        }
        if ($secrets === []) {
            throw new InvalidArgumentException('Pass the webhook secret of your website, whsec_….');
        }
        return $secrets;
    }

    private static function checkMode(string $mode): void
    {
        if ($mode !== 'live' && $mode !== 'test') {
            throw new InvalidArgumentException("Set the mode of the webhooks that you expect: 'live' where you fulfil orders, 'test' with a test key.");
        }
    }

    private static function compareModes(?string $given, string $expected): void
    {
        if ($given === $expected) {
            return;
        }
        if ($given === null || $given === '') {
            throw new WebhookSignatureException(
                WebhookSignatureException::MISSING_HEADER,
                'The header X-Gateway-Mode is missing: a proxy removes it, or it was not passed on. Without it an event of a test payment cannot be distinguished from a live one.'
            );
        }
        throw new WebhookSignatureException(
            WebhookSignatureException::WRONG_MODE,
            $given === 'test'
                ? 'This is an event of a test payment, for which no money moved, and this server expects events of live payments.'
                : 'This is a ' . json_encode($given) . ' event, and this server expects events of test payments.'
        );
    }

    /**
     * A header by its name. Accepts names in any case, the HTTP_… names of $_SERVER, and the lists of values that frameworks use.
     *
     * @param array<string, mixed> $headers
     */
    private static function find(array $headers, string $wanted): ?string
    {
        foreach ($headers as $name => $value) {
            $name = str_replace('_', '-', strtolower((string) $name));
            if (preg_replace('/^(redirect-)*http-/', '', $name) === $wanted) {
                $value = is_array($value) ? reset($value) : $value;
                return is_string($value) ? trim($value) : null;
            }
        }
        return null;
    }

    /** @param string[] $secrets */
    private static function isSigned(
        string $body,
        string $signature,
        #[\SensitiveParameter]
        array $secrets
    ): bool {
        $isSigned = false;
        foreach ($secrets as $secret) {
            $isSigned = hash_equals(hash_hmac('sha256', $body, $secret), $signature) || $isSigned;
        }
        return $isSigned;
    }

    /** @param array<string, mixed> $headers */
    private static function missing(
        #[\SensitiveParameter]
        array $headers
    ): WebhookSignatureException {
        $isOther = self::find($headers, 'x-gateway-event') !== null || self::find($headers, 'x-gateway-timestamp') !== null;
        return new WebhookSignatureException(
            WebhookSignatureException::MISSING_HEADER,
            'The header X-Gateway-Signature is missing. '
            . ($isOther
                ? 'Other headers of a webhook arrived, so a proxy or a firewall in front of your server removes it, or your code does not pass it on.'
                : 'Either the request is not from Peye, or a proxy in front of your server removes the headers X-Gateway-…. Pass getallheaders() or $_SERVER.')
        );
    }

    /**
     * The likely reason why the signature is wrong.
     *
     * @param string[] $secrets
     */
    private static function unsigned(
        string $body,
        string $signature,
        #[\SensitiveParameter]
        array $secrets
    ): WebhookSignatureException {
        if ($body === '') {
            return self::changed('The body is empty: other code has already read it, or a redirect lost it.');
        }
        $variants = [trim($body), preg_replace('/^\xEF\xBB\xBF/', '', $body), stripslashes($body)];
        $parsed = json_decode($body, false, 512, JSON_BIGINT_AS_STRING);
        if ($parsed !== null) {
            $variants[] = json_encode($parsed, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        foreach ($variants as $variant) {
            if (is_string($variant) && self::isSigned($variant, $signature, $secrets)) {
                return self::changed('The signed body has the same content in other bytes: something parsed the body and serialized it again.');
            }
        }
        return new WebhookSignatureException(
            WebhookSignatureException::BAD_SIGNATURE,
            'The signature does not match this body and this secret. Compare the secret with that of your website: it may have been rotated, '
            . 'or belong to another website. Pass the raw body: file_get_contents(\'php://input\').'
        );
    }

    private static function changed(string $what): WebhookSignatureException
    {
        return new WebhookSignatureException(
            WebhookSignatureException::BODY_WAS_CHANGED,
            "$what Pass the raw body: file_get_contents('php://input') in PHP and WordPress, \$request->getContent() in Laravel and Symfony, "
            . '(string) $request->getBody() with PSR-7.'
        );
    }

    /** @param array{toleranceSeconds?: ?int, now?: ?int} $options */
    private static function checkTime(int $timestamp, array $options): void
    {
        $tolerance = $options['toleranceSeconds'] ?? null;
        if ($tolerance === null) {
            return;
        }
        $age = ($options['now'] ?? time()) - $timestamp;
        if (abs($age) <= $tolerance) {
            return;
        }
        throw new WebhookSignatureException(
            WebhookSignatureException::TOO_OLD,
            $age > 0
                ? "The event is $age seconds old, and toleranceSeconds is $tolerance. For three days, a retry has the time of the first attempt: remove "
                    . 'toleranceSeconds to accept retries. If the event is new, compare your clock with that of the gateway.'
                : 'The event is ' . -$age . " seconds in the future, and toleranceSeconds is $tolerance: compare your clock with that of the gateway."
        );
    }
}
