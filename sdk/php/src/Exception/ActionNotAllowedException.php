<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 403 `action_not_allowed`: The action exists, but not for this key; the message says why. */
final class ActionNotAllowedException extends ApiException
{
}
