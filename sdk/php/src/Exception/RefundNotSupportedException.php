<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `refund_not_supported`: The payment method does not allow this refund; the message says what is possible. */
final class RefundNotSupportedException extends ApiException
{
}
