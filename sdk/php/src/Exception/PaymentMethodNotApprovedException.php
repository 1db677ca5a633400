<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 403 `payment_method_not_approved`: Live card payments need an approval of the website. */
final class PaymentMethodNotApprovedException extends ApiException
{
}
