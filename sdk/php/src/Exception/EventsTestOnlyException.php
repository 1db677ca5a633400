<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 403 `events_test_only`: A live key was used on the events feed. */
final class EventsTestOnlyException extends ApiException
{
}
