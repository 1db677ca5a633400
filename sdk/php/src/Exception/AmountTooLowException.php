<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `amount_too_low`: The amount is below the method's minimum; the message states the limit. */
final class AmountTooLowException extends ApiException
{
}
