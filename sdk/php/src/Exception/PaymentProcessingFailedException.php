<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `payment_processing_failed`: The provider refused the payment. The message may be shown to the customer. */
final class PaymentProcessingFailedException extends ApiException
{
}
