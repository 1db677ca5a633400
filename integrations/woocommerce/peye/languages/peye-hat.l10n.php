<?php
/**
 * Another name of the same language.
 *
 * @package Peye
 */

return require __DIR__ . '/peye-ht.l10n.php';
