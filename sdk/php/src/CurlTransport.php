<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\TimeoutException;
use Peye\Exception\TlsException;

/**
 * Sends requests with curl. The option `transport` replaces this class with a callable, which must do the same: it sends a request once, does not follow
 * redirects, and returns the response, whatever its status. It may stop reading once a body has more than maxBytes.
 */
final class CurlTransport
{
    private const CONNECT_TIMEOUT_MS = 10000;
    /** CURLE_PEER_FAILED_VERIFICATION and CURLE_SSL_CACERT_BADFILE, which not every PHP has names for. */
    private const NOT_TRUSTED = [60, 77];

    /** @throws InvalidArgumentException without the extension */
    public function __construct()
    {
        if (!function_exists('curl_init')) {
            throw new InvalidArgumentException(
                'The PHP extension curl is missing. Install it: on Debian and Ubuntu the package php-curl, on Red Hat php-common, '
                . 'on Alpine php-curl. Or set the option transport.'
            );
        }
    }

    /**
     * @param array{method: string, url: string, headers: array<string, string>, body: ?string, timeoutMs: int, maxBytes: int} $request
     *
     * @return array{status: int, headers: array<string, string>, body: string}
     *
     * @throws ConnectionException when no complete response came; its getSent() says whether the request may have arrived
     */
    public function __invoke(
        #[\SensitiveParameter]
        array $request
    ): array {
        $headers = [];
        $body = '';
        $lines = ['Expect:'];
        foreach ($request['headers'] as $name => $value) {
            $lines[] = "$name: $value";
        }
        // Each request has its own handle, and so its own connection. On a connection that was used before, curl itself repeats a request,
        // even a POST, when no byte of a response comes.
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $request['url'],
            CURLOPT_CUSTOMREQUEST => $request['method'],
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            // A reference may be "..", which curl would otherwise resolve in the path.
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_ENCODING => '',
            CURLOPT_TIMEOUT_MS => $request['timeoutMs'],
            CURLOPT_CONNECTTIMEOUT_MS => min($request['timeoutMs'], self::CONNECT_TIMEOUT_MS),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (strpos($line, 'HTTP/') === 0) {
                    $headers = [];
                } elseif (strpos($line, ':') !== false) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $part) use (&$body, $request): int {
                $body .= $part;
                // Any number other than the length of the part ends the transfer.
                return strlen($body) > $request['maxBytes'] ? 0 : strlen($part);
            },
        ] + ($request['body'] === null ? [] : [CURLOPT_POSTFIELDS => $request['body']]));
        $isWhole = curl_exec($curl);
        if ($isWhole !== true && strlen($body) <= $request['maxBytes']) {
            throw self::failure($curl);
        }
        return ['status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'headers' => $headers, 'body' => $body];
    }

    /** @param resource|\CurlHandle $curl */
    private static function failure($curl): ConnectionException
    {
        // The request is sent only after TLS is set up. Bytes that were sent earlier, such as those that open a proxy's tunnel, are not part of the request.
        $isConnected = curl_getinfo($curl, CURLINFO_PRETRANSFER_TIME) > 0;
        $sent = $isConnected ? ConnectionException::SENT_UNKNOWN : ConnectionException::SENT_NOTHING;
        $reason = curl_error($curl);
        if (!$isConnected && curl_errno($curl) === CURLE_SSL_CONNECT_ERROR && preg_match('/wrong version number|packet length too long|http request/', $reason) === 1) {
            return new TlsException($reason);
        }
        if (!$isConnected && in_array(curl_errno($curl), self::NOT_TRUSTED, true)) {
            $reason .= '; nothing was sent. PHP trusts the authorities in the file that curl.cainfo of php.ini names. On Windows, where XAMPP and WAMP may have '
                . 'none, download https://curl.se/ca/cacert.pem and set curl.cainfo to its path.';
        }
        return curl_errno($curl) === CURLE_OPERATION_TIMEDOUT ? new TimeoutException($reason, $sent) : new ConnectionException($reason, $sent);
    }
}
