/**
 * Requests in other languages than English: imperatives, infinitives used as orders and polite forms at
 * the start of a unit, and words of politeness anywhere. German, Spanish, French, Portuguese, Italian,
 * Dutch, Russian, Chinese, Japanese, Korean, Arabic.
 */
const STARTS: readonly RegExp[] = [
  /^\W*(?:bitte\s+)?(?:ignorier\w*|vergiss|vergessen sie|sende\w*|schick\w*|lösch\w*|öffne\w*|lade\w*|führe\w*|schreib\w*|antworte\w*|gib|geben sie|nenne\w*|zeige?\w*|überweis\w*|leite\w*|kopier\w*|erstell\w*|änder\w*|ruf\w*|buche\w*|bestell\w*|füge\w*|teile?\w*|stell\w*|übersetz\w*|können sie|könntest du|kannst du|du musst|sie müssen)(?![\p{L}])/u,
  /^\W*(?:por favor,?\s+)?(?:ignora\w*|olvida\w*|envía\w*|envíe\w*|enviar|manda\w*|borra\w*|elimina\w*|abre|abra|descarga\w*|ejecuta\w*|ejecute|escribe|escriba|responde\w*|responda|dime|diga\w*|muestra\w*|transfiere|transfiera|reenvía\w*|copia|copie|crea|cree|cambia\w*|llama|llame|reserva|compra\w*|añade|añada|haz|haga|traduce|traduzca|puedes|podrías|debes|necesito que|quiero que)(?![\p{L}])/u,
  /^\W*(?:s'il (?:te|vous) plaît,?\s+|veuillez\s+|merci de\s+)?(?:ignore[zr]?|oublie[zr]?|envoie|envoyez|envoyer|supprime[zr]?|efface[zr]?|ouvre[zr]?|ouvrir|télécharge[zr]?|exécute[zr]?|écris|écrivez|écrire|réponds|répondez|répondre|dis|dites|montre[zr]?|transfère|transférez|transférer|copie[zr]?|crée[zr]?|change[zr]?|appelle|appelez|réserve[zr]?|achète|achetez|ajoute[zr]?|donne[zr]?|tradui[st]\w*|peux-tu|pouvez-vous|pourriez-vous|tu dois|vous devez|je veux que)(?![\p{L}])/u,
  /^\W*(?:por favor,?\s+)?(?:ignore|esqueça|envie|apague|exclua|abra|baixe|execute|escreva|responda|diga|mostre|transfira|encaminhe|copie|crie|altere|mude|ligue|compre|adicione|faça|traduza|você deve|pode|poderia|preciso que|quero que)(?![\p{L}])/u,
  /^\W*(?:per favore,?\s+|si prega di\s+)?(?:ignora|dimentica|invia|inviare|manda|cancella|elimina|apri|scarica|esegui|scrivi|rispondi|dimmi|mostra|trasferisci|inoltra|copia|crea|cambia|chiama|prenota|compra|aggiungi|traduci|devi|puoi|potresti)(?![\p{L}])/u,
  /^\W*(?:alstublieft\s+|gelieve\s+)?(?:negeer|vergeet|stuur|verwijder|open|download|voer|schrijf|antwoord|geef|toon|kopieer|maak|wijzig|bel|boek|koop|voeg|vertaal|kun je|kunt u|je moet|u moet)(?![\p{L}])/u,
  /^[^\p{L}]*(?:пожалуйста,?\s+)?(?:игнорируй\p{L}*|проигнорируй\p{L}*|забудь\p{L}*|отправь\p{L}*|отправьте|пришли\p{L}*|удали\p{L}*|открой\p{L}*|скачай\p{L}*|выполни\p{L}*|запусти\p{L}*|напиши\p{L}*|ответь\p{L}*|скажи\p{L}*|покажи\p{L}*|переведи\p{L}*|перешли\p{L}*|скопируй\p{L}*|создай\p{L}*|измени\p{L}*|позвони\p{L}*|закажи\p{L}*|купи\p{L}*|добавь\p{L}*|сделай\p{L}*|ты должен|вы должны|можете ли|можешь)(?![\p{L}])/u,
  /^[^\p{L}]*(?:请|請|忽略|无视|忘记|忘掉|发送|删除|打开|下载|执行|运行|回复|回答|告诉|显示|转账|转发|复制|创建|修改|购买|添加|翻译|帮我|你必须|你需要|把)/u,
  /^[^\p{L}]*(?:제발|부디|무시|삭제|이전)/u,
  /^[^\p{L}]*(?:من فضلك|رجاء|الرجاء|يرجى|تجاهل|انس|أرسل|ارسل|احذف|افتح|حمل|نفذ|اكتب|أجب|اجب|قل|أظهر|حول|انسخ|أنشئ|غير|اتصل|اشتر|أضف|ترجم|يجب عليك|يجب أن)/u,
];
const POLITE =
  /(?<!\p{L})(?:bitte|por favor|s'il (?:te|vous) plaît|veuillez|merci de|per favore|alstublieft|пожалуйста|من فضلك|الرجاء|يرجى)(?!\p{L})|请|請|ください|下さい|お願い|してくれ|しなさい|せよ|하세요|주세요|하십시오/u;

/** Whether a unit (in lower case) reads like a request in another language than English. */
export function foreignRequest(lower: string): {
  readonly starts: boolean;
  readonly polite: boolean;
} {
  return {
    starts: STARTS.some((pattern) => pattern.test(lower)),
    polite: POLITE.test(lower),
  };
}
