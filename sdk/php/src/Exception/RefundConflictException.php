<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 409 `refund_conflict`: The id names a refund with another payment, amount or reason. */
final class RefundConflictException extends ApiException
{
}
