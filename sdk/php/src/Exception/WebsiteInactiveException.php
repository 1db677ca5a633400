<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 403 `website_inactive`: The website that the key belongs to was deactivated. */
final class WebsiteInactiveException extends ApiException
{
}
