<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `payment_method_not_available`: The method is switched off for the website or, in live mode, has no provider credentials. */
final class PaymentMethodNotAvailableException extends ApiException
{
}
