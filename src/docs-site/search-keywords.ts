/**
 * Words under which readers look for a topic and which the topic itself may not have: in English, French and Kreyòl, and names of
 * products. The search finds a topic by these words in each language.
 */
export const KEYWORDS: Readonly<Record<string, string>> = {
  README: 'documentation aide èd help start début kòmanse',
  'first-payment':
    'quickstart tutorial getting started create a payment démarrer commencer tutoriel créer un paiement kòmanse kreye premye peman example exemple',
  keys: 'api key rotate roll change renew revoke leaked scope clé changer renouveler révoquer kle chanje',
  sandbox:
    'test card number failed payment fail simulate carte de test numéro échec simuler essai kat tès nimewo esè simile',
  webhooks:
    'notification callback missed lost perdu pèdi url secret signature invalid verify hmac ngrok localhost signature invalide vérifier rappel siyati verifye notifikasyon endpoint sekrè',
  'going-live': 'production live mode launch passer en production mode réel mise en service pase an pwodiksyon reyèl',
  methods:
    'wallet credit minimum maximum limit amount return_url return url page redirect retour retou moyen de paiement portefeuille limite montant mwayen peman limit kantite',
  moncash: 'digicel mobile money mobil lajan',
  natcash: 'natcom mobile money mobil lajan',
  'lakaypay-card': 'visa mastercard credit carte bancaire kat kredi',
  card: 'visa mastercard credit stripe 3-d secure carte bancaire kat kredi',
  widget: 'card form iframe embed formulaire de carte intégrer fòmilè kat',
  downloads:
    'install npm pip php composer zip plugin library package postman openapi yaml checksum installer télécharger bibliothèque extension enstale telechaje',
  'command-line':
    'cli terminal peye login listen trigger logs npx forward localhost tunnel ngrok ligne de commande console tèminal liy kòmand',
  sdk: 'library client node typescript javascript php xampp wamp phpunit python pytest jest rails fastify hono bibliothèque bibliyotèk',
  frameworks:
    'express nestjs laravel symfony flask go golang java spring c# csharp asp.net ruby rails supabase lovable deno flask django fastapi next php node handler framework webhook rappel cadre quickstart starter project projet de départ pwojè',
  states: 'status failed expired reason why échec de paiement expiré raison statut peman echwe ekspire rezon',
  agents: 'mcp llm ai claude cursor copilot assistant llms.txt model context protocol intelligence artificielle ia',
  retrying:
    'idempotency idempotent double charge duplicate twice timeout paiement payé deux fois doublon délai de fois peye de fwa doub',
  polling:
    'no webhook without webhook poll cron job check status firewall verify sans webhook interroger tâche vérifier statut san webhook tcheke estati',
  'late-payments':
    'late payment slow processing hours pending stuck customer left paiement en retard tardif bloqué en attente client parti peman an reta bloke annatant',
  mobile:
    'mobile app react native flutter android ios webview deep link expo application mobile téléphone lien profond aplikasyon telefòn',
  'from-moncash':
    'migrate moncash api direct move switch migration migrer passer de moncash remplacer chanje soti nan moncash ranplase',
  reconciling:
    'reconcile month accounting bank match compare monthly rapprocher rapprochement mois comptabilité banque releve mwa kontablite konpare bank',
  changelog:
    'changelog changes new version release deprecation deprecated nouveautés version changements chanjman vèsyon',
  currencies:
    'exchange rate dollar usd htg gourde convert taux de change devise convertir to chanj echanj dola goud konvèti',
  subscriptions:
    'subscription recurring monthly renew cancel abonnement récurrent mensuel renouveler abònman chak mwa otomatik',
  charging: 'recurring charge decline pause skipped cycle débit refusé pause',
  checkout:
    'checkout session choose method page several methods cart choisir moyen de paiement panier chwazi mwayen panye sesyon',
  links: 'whatsapp qr code without website no code invoice sans site web facture lien san sit entènèt fakti lyen',
  refunds: 'refund money back return cancel order remboursement rembourser annuler ranbousman ranbouse remèt lajan',
  conventions:
    'cors browser javascript frontend origin rate limit 429 pagination cursor version date format limite de requêtes pagination limit demann paj',
  woocommerce: 'wordpress plugin extension boutique shop boutik',
  vendure: 'plugin shop boutique boutik graphql',
  errors: 'error code status http 400 401 403 404 422 429 500 erreur erè kòd',
  operating: 'run server install host setting héberger serveur réglage sèvè',
  deploying: 'docker systemd nginx caddy kubernetes https vps serveur déployer sèvè',
  backups: 'restore save sauvegarde restaurer sovgad kopi',
  secrets: 'breach stolen encryption fuite volé chiffrement vòlè',
  console: 'dashboard sign in users roles two-factor password tableau de bord connexion mot de passe modpas koneksyon',
  branding: 'logo colour receipt email reçu couleur resi koulè',
  exports: 'csv excel download list exporter ekspòte',
  settlement: 'discrepancy late reconcile écart rapprochement diferans',
  statements: 'monthly statement relevé mensuel comptabilité mois releve mwa kontablite',
  payouts: 'bank transfer deposit payout virement banque versement transfè labank depo',
  ledger: 'fee fees commission balance double entry frais solde comptabilité frè balans kontablite',
  'exchange-rate': 'taux de change source manual to echanj',
  metrics: 'prometheus grafana alert monitoring surveillance alerte siveyans',
  security: 'pci attack audit sécurité attaque sekirite',
};
