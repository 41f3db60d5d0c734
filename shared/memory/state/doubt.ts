/**
 * What makes a sentence no plain statement of what holds: questions and quotations, what is only planned,
 * possible or hearsay, what is denied, what is over, and what holds for a while. Per language; words
 * that are only one of these in some sentences count as well, since a state that is missed costs less
 * than one that replaces a fact wrongly.
 */
const DOUBTS: readonly RegExp[] = [
  /[?？¿"“”„«»「」『』]/u,
  // Possible, planned, wished, hearsay.
  /\bmay\b|\bplan(?:s|ned|ning)? (?:to|on) \p{Ll}/u,
  /\b(?:might|could|would|should|shall|will|can|must|going to|gonna|wants?|wanted|wanna|hop(?:e|es|ed|ing)|if|unless|when|whenever|where|while|until|till|once|maybe|perhaps|probably|possibly|likely|think|thinks|thought|guess|believes?|seems?|apparently|supposedly|reportedly|allegedly|considering|considers?|wish(?:es|ed)?|dream(?:s|t|ed|ing)?|about to|soon|tomorrow|pretend(?:s|ed|ing)?|imagin(?:e|es|ed|ing)|suppose[ds]?|hypothetically|example|e\.g|heard|said|says|say|told|tells|asked|asks|claims?|according|rumou?r(?:s|ed)?|mentions?|mentioned|interested|tr(?:y|ies|ied|ying) to|need(?:s|ed)? to|ha(?:s|ve|d) to|let's|lets|next|love to|like to|kidding|joking|fiction(?:al)?|character|novel|story)\b/i,
  /\b\p{L}+['’](?:ll|d)\b/iu,
  // Denied or over.
  /\b(?:not|never|no|neither|nor|nobody|none|nothing|cannot|hardly|barely|without|anymore|any more|longer|except|instead|rather|almost|nearly)\b|n['’]t\b/i,
  /\b(?:used to|formerly|previously|before|ago|earlier|originally|once|back then|at the time|ex|was (?:living|working|based)|were|had|during|in (?:19|20)\d\d|last (?:year|decade)|years? back|as a (?:child|kid|teenager|student))\b/i,
  /\b(?:temporar(?:y|ily)|for (?:now|a while|a bit|a (?:few|couple)|the (?:week|weekend|month|summer|winter|day|night|semester|time being|moment)|an? (?:day|week|month)|work)|at the moment|right now|this (?:weekend|evening|morning|afternoon)|tonight|visit(?:s|ed|ing)?|on (?:vacation|holiday|a trip)|half the|part of|sometimes|often|usually|most(?:ly| of)|between)\b/i,
  /(?<!\p{L})(?:nicht|nie|kein\p{L}*|niemals|früher|damals|vielleicht|eventuell|möcht\p{L}*|will|wollen|würd\p{L}*|werd\p{L}*|wird|wenn|falls|könnt\p{L}*|bald|war|hatte|vorübergehend|bis|vor|angeblich|glaub\p{L}*|sagt\p{L}*|wo|ob)(?!\p{L})/iu,
  /(?<!\p{L})(?:nunca|jamás|antes|quizás?|tal vez|quier\p{L}*|quis\p{L}*|gustaría|podría|si|cuando|pronto|vivía|era|hasta|hace|mañana|dice|dijo|cree|voy|va a|donde|dónde|não|nunca|talvez|quer\p{L}*|gostaria|poderia|se eu|quando|em breve|morava|vivia|até|há|atrás|disse|acho|vou|onde|ainda não)(?!\p{L})/iu,
  /(?:^|\s)(?:ne|n['’]\S+|pas|jamais|peut-être|voudrai\w*|veu\w*|aimerai\w*|pourrai\w*|quand|bientôt|habitait|habitais|vivait|était|jusqu\S*|il y a|demain|dit|crois|vais|va|où|avant)(?=\s|$)/u,
  /(?:^|\s)(?:не|нет|никогда|раньше|прежде|может|возможно|наверное|хочу|хочет|хотел\S*|буду|будет|если|когда|скоро|жил\S*|был\S*|до|назад|сказал\S*|думаю|бы|ли|где|временно)(?=[\s,.]|$)/iu,
  /[不没沒吗嗎呢]|可能|也许|也許|如果|想|打算|计划|計劃|以前|曾|之前|过去|會|将|即将|听说|据说|暂时|要搬|会搬/u,
  /ない|ません|かも|たい|つもり|予定|でした|ていた|ていました|以前|昔|もし|でしょう|だろう|らしい|そう(?:です|だ)|か[。？]?$/u,
];

/** Whether a sentence may say anything but that something holds now. False for "". */
export function isDoubtful(sentence: string): boolean {
  return DOUBTS.some((doubt) => doubt.test(sentence));
}
