<?php

declare(strict_types=1);

namespace Peye;

/** The settings of the website of a key. */
final class Website
{
    use SnakeCaseFields;

    /** @var string */
    public $websiteId;
    /** @var string the name that customers see */
    public $name;
    /** @var string test or live: the mode of the key */
    public $mode;
    /** @var string[] the methods with which this key can create payments */
    public $methods;
    /** @var string|null where the payment page sends customers back to; null: there is no way back */
    public $returnUrl;
    /** @var string|null where the events of this mode's payments are sent; null: webhooks are not sent */
    public $callbackUrl;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->websiteId = $fields->text('website_id');
        $this->name = $fields->text('name');
        $this->mode = $fields->text('mode');
        $this->methods = $fields->texts('methods');
        $this->returnUrl = $fields->textOrNull('return_url');
        $this->callbackUrl = $fields->textOrNull('callback_url');
        $this->raw = $raw;
    }
}
