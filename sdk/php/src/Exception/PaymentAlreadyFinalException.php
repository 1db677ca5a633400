<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 409 `payment_already_final`: A test helper cannot finish a payment that is already completed or failed. */
final class PaymentAlreadyFinalException extends ApiException
{
}
