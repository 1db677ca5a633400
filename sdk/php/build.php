<?php

declare(strict_types=1);

// Writes the one-file form of the SDK, for developers without Composer:
//   php sdk/php/build.php           writes sdk/php/peye.php
//   php sdk/php/build.php --check   fails when that file is out of date

const HEAD = <<<'PHP'
<?php

declare(strict_types=1);

// The PHP SDK of Peye in one file: require this, and nothing else. Generated from src/ by `php build.php`: do not edit it.
// Apache-2.0. A class that exists already is skipped, so several plugins of one site can each include this file.

PHP;

/** Classes, interfaces and traits that other classes extend, implement or use: they are declared first. */
const FIRST = ['SnakeCaseFields', 'Exception/PeyeException', 'Exception/FailureFacts', 'Exception/ApiException', 'Exception/ConnectionException'];

exit(main($argv));

/** @param string[] $arguments */
function main(array $arguments): int
{
    $target = __DIR__ . '/peye.php';
    $built = oneFile();
    if (in_array('--check', $arguments, true)) {
        $isSame = is_file($target) && file_get_contents($target) === $built;
        fwrite(STDERR, $isSame ? '' : "peye.php is out of date: run php sdk/php/build.php\n");
        return $isSame ? 0 : 1;
    }
    file_put_contents($target, $built);
    return 0;
}

function oneFile(): string
{
    $names = array_map(static function (string $file): string {
        return substr($file, strlen(__DIR__ . '/src/'), -strlen('.php'));
    }, array_merge(glob(__DIR__ . '/src/Exception/*.php'), glob(__DIR__ . '/src/*.php')));
    $text = HEAD;
    foreach (['Peye\Exception' => true, 'Peye' => false] as $namespace => $isOfExceptions) {
        $own = array_filter($names, static function (string $name) use ($isOfExceptions): bool {
            return (strpos($name, 'Exception/') === 0) === $isOfExceptions;
        });
        $text .= namespaceBlock($namespace, array_merge(array_intersect(FIRST, $own), array_diff($own, FIRST)));
    }
    return $text;
}

/** @param string[] $names of files, in the order in which they are declared */
function namespaceBlock(string $namespace, array $names): string
{
    $imports = [];
    $classes = '';
    foreach ($names as $name) {
        $source = file_get_contents(__DIR__ . "/src/$name.php");
        $source = (string) preg_replace('/^<\?php\s+declare\(strict_types=1\);\s+namespace [^;]+;\s+/', '', (string) $source);
        preg_match_all('/^use [^;]+;\n/m', strstr($source, "\n{", true), $found);
        $imports = array_merge($imports, $found[0]);
        $source = ltrim(str_replace($found[0], '', $source));
        $class = basename($name);
        $kind = preg_match('/^(interface|trait) /m', $source, $match) === 1 ? $match[1] : 'class';
        $classes .= "\nif (!{$kind}_exists($class::class, false)) {\n\n" . rtrim($source) . "\n\n}\n";
    }
    $imports = array_unique($imports);
    sort($imports);
    return "\nnamespace $namespace {\n\n" . implode('', $imports) . $classes . "\n}\n";
}
