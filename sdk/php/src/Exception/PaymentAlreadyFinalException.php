<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 409 `payment_already_final`: A test helper was asked to finish a payment that is completed or failed already. */
final class PaymentAlreadyFinalException extends ApiException
{
}
