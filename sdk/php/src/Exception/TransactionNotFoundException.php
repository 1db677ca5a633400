<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 404 `transaction_not_found`: No payment of this key's website and mode matches. */
final class TransactionNotFoundException extends ApiException
{
}
