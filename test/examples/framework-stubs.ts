/** What a Supabase function uses of Deno, for Node: the environment, and a server at the port of the command line. */
export const DENO_IN_NODE = `import { createServer } from 'node:http';
import { Readable } from 'node:stream';

globalThis.Deno = {
  env: { get: (name) => process.env[name] },
  serve: (handle) => {
    const server = createServer(async (incoming, outgoing) => {
      const { method, headers } = incoming;
      const body = Readable.toWeb(incoming);
      const response = await handle(new Request('http://127.0.0.1/', { method, headers, body, duplex: 'half' }));
      outgoing.writeHead(response.status).end(await response.text());
    });
    server.listen(Number(process.argv[2]), '127.0.0.1');
  },
};
`;

const ANNOTATIONS = 'org/springframework/web/bind/annotation';
const annotation = (name: string, target: string) => `package org.springframework.web.bind.annotation;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) @Target(ElementType.${target}) public @interface ${name} { String value() default ""; }
`;

/** What a controller uses of Spring, by file, and a program that serves the controller as Spring would. */
export const SPRING: Readonly<Record<string, string>> = {
  [`${ANNOTATIONS}/RestController.java`]: annotation('RestController', 'TYPE'),
  [`${ANNOTATIONS}/PostMapping.java`]: annotation('PostMapping', 'METHOD'),
  [`${ANNOTATIONS}/RequestHeader.java`]: annotation('RequestHeader', 'PARAMETER'),
  'org/springframework/http/ResponseEntity.java': `package org.springframework.http;
public record ResponseEntity<T>(int code) {
  public record Builder(int code) { public <T> ResponseEntity<T> build() { return new ResponseEntity<>(code); } }
  public static Builder status(int code) { return new Builder(code); }
  public static Builder noContent() { return new Builder(204); }
}
`,
  'Serve.java': `import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
public class Serve {
  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
    PeyeWebhook webhook = new PeyeWebhook();
    server.createContext("/webhooks", exchange -> {
      try {
        var headers = exchange.getRequestHeaders();
        var response = webhook.receive(
            exchange.getRequestBody(), headers.getFirst("X-Gateway-Signature"), headers.getFirst("X-Gateway-Mode"));
        exchange.sendResponseHeaders(response.code(), -1);
      } catch (java.security.GeneralSecurityException error) {
        exchange.sendResponseHeaders(500, -1);
      }
      exchange.close();
    });
    server.start();
  }
}
`,
};
