<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\PeyeException;

/** `$peye->checkout->sessions`: pages where the customer of one order chooses the method. At most one payment of a session completes. */
final class CheckoutSessions
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Creates a session: redirect the customer to its `url`. The request is repeated in the same cases as a read, because a session that no
     * customer sees expires unpaid.
     *
     * @param array{
     *     amount: string|int|float,
     *     currency: string,
     *     reference?: ?string,
     *     description?: ?string,
     *     customer_name?: ?string,
     *     customer_email?: ?string,
     *     customer_phone?: ?string,
     *     metadata?: array<string, mixed>|object|null,
     *     methods?: string[]|null,
     *     return_url?: ?string,
     *     cancel_url?: ?string,
     *     expires_at?: ?string,
     * } $fields
     *   amount: in the real currency unit, as a decimal string
     *   methods: moncash, natcash, lakaypay_card; all of them by default
     *   expires_at: a time with its UTC offset, within 30 days
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws ApiException             when the gateway refused; nothing was created
     * @throws ConnectionException      when there was no response: create another session
     * @throws InvalidArgumentException for an amount that is not a number, or text that is not UTF-8
     */
    public function create(array $fields, array $options = []): CheckoutSession
    {
        return self::session($this->caller->ask('/sessions', $options, Amounts::inJson($fields)));
    }

    /**
     * The session as it is now: the status `paid` confirms it.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function retrieve(string $sessionId, array $options = []): CheckoutSession
    {
        return self::session($this->caller->read(self::path($sessionId), [], $options));
    }

    /**
     * No payment can be started any more. Branch on the status of the result: a session that was paid stays paid.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function cancel(string $sessionId, array $options = []): CheckoutSession
    {
        return self::session($this->caller->ask(self::path($sessionId) . '/cancel', $options));
    }

    private static function session(Answer $answer): CheckoutSession
    {
        $data = $answer->data();
        if (!is_string($data['session_id'] ?? null)) {
            throw $answer->unexpected('has no session');
        }
        return new CheckoutSession($data);
    }

    private static function path(string $sessionId): string
    {
        if (preg_match('/^[A-Za-z0-9_]{1,64}$/D', $sessionId) !== 1) {
            throw new InvalidArgumentException('A session_id is the text that starts with cos_ in the response to sessions->create().');
        }
        return "/sessions/$sessionId";
    }
}
