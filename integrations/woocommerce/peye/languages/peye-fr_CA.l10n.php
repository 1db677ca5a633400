<?php
/**
 * Another name of the same language.
 *
 * @package Peye
 */

return require __DIR__ . '/peye-fr_FR.l10n.php';
