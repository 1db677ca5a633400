<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\UnexpectedResponseException;

/**
 * The response to a request that succeeded.
 *
 * @internal
 */
final class Answer
{
    /** Longer times are ignored: no program waits that long, and in milliseconds they may be too large for an integer. */
    private const LONGEST_RETRY_AFTER_S = 1000000000;

    /** @var array<string, mixed> the whole body */
    public $body;
    /** @var array<string, string> names in lower case */
    public $headers;
    /** @var int */
    private $status;

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    private function __construct(int $status, array $body, array $headers)
    {
        $this->status = $status;
        $this->body = $body;
        $this->headers = $headers;
    }

    /**
     * @param array{status: int, headers: array<string, string>, body: string} $response
     *
     * @throws ApiException when the response is an error, is incomplete, or is not the gateway's
     */
    public static function of(array $response): self
    {
        $status = $response['status'];
        $body = json_decode($response['body'], true, 512, JSON_BIGINT_AS_STRING);
        $isSuccess = $status >= 200 && $status < 300;
        if ($isSuccess && is_array($body) && ($body['success'] ?? null) === true) {
            return new self($status, $body, $response['headers']);
        }
        $isPeyes = !$isSuccess && is_array($body) && is_string($body['error'] ?? null) && is_string($body['message'] ?? null);
        throw ApiException::of([
            'code' => $isPeyes ? $body['error'] : UnexpectedResponseException::CODE,
            'message' => $isPeyes ? self::message($body) : self::foreignMessage($response),
            'status' => $status,
            'requestId' => $response['headers']['x-request-id'] ?? null,
            'retryAfter' => self::retryAfter($body, $response['headers']),
            'errors' => $isPeyes && is_array($body['errors'] ?? null) ? $body['errors'] : [],
        ]);
    }

    /** @return array<string, mixed> the object in the member `data`, which most endpoints return */
    public function data(): array
    {
        $data = $this->body['data'] ?? null;
        return is_array($data) ? $data : [];
    }

    /**
     * The payment in the member `data`.
     *
     * @throws ApiException when there is no payment
     */
    public function payment(): Payment
    {
        $data = $this->data();
        if (!is_string($data['transaction_id'] ?? null)) {
            throw $this->unexpected('has no payment');
        }
        return new Payment($data);
    }

    /**
     * The refund in the member `data`.
     *
     * @throws ApiException when there is no refund
     */
    public function refund(): Refund
    {
        $data = $this->data();
        if (!is_string($data['refund_id'] ?? null)) {
            throw $this->unexpected('has no refund');
        }
        return new Refund($data);
    }

    /**
     * The whole body, whose member `data` must be a list.
     *
     * @return array<string, mixed>
     *
     * @throws ApiException when it has no list
     */
    public function page(): array
    {
        if (!is_array($this->body['data'] ?? null)) {
            throw $this->unexpected('has no list');
        }
        return $this->body;
    }

    /** The exception for a response that has a success status, but not the expected content. */
    public function unexpected(string $what): ApiException
    {
        return ApiException::of([
            'code' => UnexpectedResponseException::CODE,
            'message' => "The response, HTTP $this->status, $what.",
            'status' => $this->status,
            'requestId' => $this->headers['x-request-id'] ?? null,
            'retryAfter' => null,
            'errors' => [],
        ]);
    }

    /** @param array{status: int, headers: array<string, string>, body: string} $response */
    private static function foreignMessage(array $response): string
    {
        $status = $response['status'];
        if ($status >= 300 && $status < 400) {
            $to = $response['headers']['location'] ?? 'an unknown address';
            return "HTTP $status redirects to $to. Set baseUrl to the gateway's own address: redirects are not followed.";
        }
        if ($status < 300) {
            return "The response was truncated, or is not the gateway's: HTTP $status with " . self::shown($response['body']);
        }
        return "The response, HTTP $status, is not the gateway's: a proxy or a firewall in front of it responded, or baseUrl is wrong. It sent " . self::shown($response['body']);
    }

    /**
     * @param mixed                 $body
     * @param array<string, string> $headers
     */
    private static function retryAfter($body, array $headers): ?int
    {
        $stated = is_array($body) ? $body['retry_after'] ?? null : null;
        if (is_int($stated) && $stated >= 0 && $stated < self::LONGEST_RETRY_AFTER_S) {
            return $stated;
        }
        $header = $headers['retry-after'] ?? '';
        return preg_match('/^\d{1,9}$/D', $header) === 1 ? (int) $header : null;
    }

    /**
     * The gateway's message, followed by what is wrong with each field.
     *
     * @param array<string, mixed> $body
     */
    private static function message(array $body): string
    {
        $texts = [preg_replace('/(\w)$/D', '$1.', $body['message'])];
        foreach (is_array($body['errors'] ?? null) ? $body['errors'] : [] as $ofField) {
            $texts = array_merge($texts, array_filter((array) $ofField, 'is_string'));
        }
        return implode(' ', $texts);
    }

    private static function shown(string $body): string
    {
        return $body === '' ? 'no body.' : '"' . preg_replace('/[^\x20-\x7e]+/', ' ', substr($body, 0, 200)) . '".';
    }
}
