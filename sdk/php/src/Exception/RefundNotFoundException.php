<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 404 `refund_not_found`: No refund of the key's website and mode has this id. */
final class RefundNotFoundException extends ApiException
{
}
