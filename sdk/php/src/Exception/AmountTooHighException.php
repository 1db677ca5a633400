<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `amount_too_high`: The amount is above the method's maximum; the message states the limit. */
final class AmountTooHighException extends ApiException
{
}
