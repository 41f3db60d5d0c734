/**
 * One feature each: the pattern occurs (1) or not (0). They are matched against the unit in lower case;
 * a unit has no line breaks and at most about a thousand characters, which bounds every repetition.
 */
export const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  // Please with something to do.
  ['please_verb', /\b(?:please|kindly|pls)\s+(?:\w+ly\s+)?(?:[a-z]+)\b/],
  // A question that is a request.
  ['can_you', /\b(?:can|could|would|will)\s+you\b/],
  // Somebody wants the reader to do something.
  [
    'want_you',
    /\b(?:i|we)(?:'d| would| 'd)?\s+(?:want|need|like|would like|require|ask|expect|instruct|order|command)\s+(?:you|the assistant|it)\s+to\b/,
  ],
  // What the reader has to do.
  [
    'you_must',
    /\byou\s+(?:must|should|shall|have to|need to|are to|will|are required to|are instructed to|are now|ought to)\b/,
  ],
  // What the writer wants.
  [
    'i_want',
    /\b(?:i|we)\s+(?:want|need|wish|'d like|would like|'d love|would love|would appreciate)\b|\bi'd (?:like|love|appreciate)\b/,
  ],
  // Insisting.
  ['make_sure', /\b(?:make sure|be sure|ensure|don'?t forget|remember)\s+(?:to|that|you|the)\b/],
  // Gives the reader a task.
  [
    'your_task',
    /\byour\s+(?:task|job|goal|mission|role|objective|new|next|first|only|primary|main)\b/,
  ],
  // Names the answer or the program that is being written.
  [
    'your_resp',
    /\b(?:your|the|a|any|all|each|every|final|this)\s+(?:\w+\s+)?(?:response|responses|answer|answers|reply|replies|output|outputs|summary|explanation|completion|elucidation|message|code|implementation|solution|codebase|program|script)\b/,
  ],
  // What is to go into the answer.
  [
    'in_resp',
    /\b(?:in|into|to|of|at|from|within|throughout|with|for|as)\s+(?:your|the|a|any|all|each|every)\s+(?:\w+\s+)?(?:response|responses|answer|answers|reply|replies|output|outputs|summary|code|implementation|solution|codebase|program|algorithm)\b/,
  ],
  ['my', /\b(?:my|mine|our)\b/],
  ['me', /\b(?:me|us)\b/],
  ['i_subj', /\bi\b|\bi'(?:m|ve|ll|d)\b/],
  ['you', /\b(?:you|your|yours|yourself)\b/],
  // Names an assistant or model.
  [
    'ai_addr',
    /\b(?:assistant|a\.?i\.?|chat ?bot|chat ?gpt|gpt(?:-?\d)?|llm|language model|claude|gemini|copilot|bard|llama|agent|bot|the model|this model)\b/,
  ],
  // Addresses an assistant or model.
  [
    'ai_voc',
    /(?:^|[.!?\n]\s*)(?:hey|hi|hello|dear|attention|note to|message (?:to|for)|to|for|instructions? (?:to|for))?\s*(?:the |all |any )?(?:ai|assistant|model|llm|chatbot|chatgpt|gpt|claude|agent|bot|language model)s?\b(?:\s+(?:reading|processing|handling|summari[sz]ing|agents?|assistants?|models?)[^:,.]{0,40})?\s*[:,—-]/,
  ],
  // Marks that imitate the roles of a conversation.
  [
    'role_tag',
    /(?:^|\n)\s*(?:#+\s*)?[<[|]*\s*\/?(?:system|assistant|user|human|inst|im_start|im_end|instruction|instructions|admin|developer)\s*[>\]|]*\s*(?::|>|\]|\|)/,
  ],
  [
    'meta_instr',
    /\b(?:instructions?|prompts?|directives?|commands?|guidelines?|system message|rules)\b/,
  ],
  [
    'meta_prev',
    /\b(?:previous|prior|preceding|above|earlier|original|initial|existing|foregoing|aforementioned)\b/,
  ],
  // Sets instructions aside.
  [
    'override',
    /\b(?:ignore|disregard|forget|override|bypass|overlook|neglect|discard|skip|abandon|stop following|do not follow|don't follow|no longer follow)\b.{0,50}\b(?:previous|prior|above|earlier|all|any|your|these|those|preceding|existing|other|rest|original|initial|system|everything|instructions?|prompts?|rules?|directions?|task|context|guidelines?)\b/,
  ],
  [
    'newinstr',
    /\b(?:new|updated|real|actual|following|additional|special|important|next|hidden|secret)\s+(?:instructions?|task|rules?|prompts?|directives?|orders?|commands?|objective|goal)\b/,
  ],
  ['instead', /\b(?:instead|rather than|in place of|in lieu of)\b/],
  [
    'fromnow',
    /\b(?:from now on|starting now|from this point|henceforth|going forward|as of now|for the rest of)\b/,
  ],
  [
    'before_ans',
    /\b(?:before|after|when|while|prior to|once you)\s+(?:you\s+)?(?:\w+ing|answer|respond|reply|finish|complete|done|summari[sz])/,
  ],
  // Asks for secrecy.
  [
    'conceal',
    /\b(?:without (?:telling|informing|notifying|mentioning|asking|alerting|revealing|the user|any|confirm)|do not (?:tell|mention|inform|reveal|notify|alert|warn|disclose|ask|say)|don't (?:tell|mention|inform|reveal|notify|alert|warn|ask)|never (?:mention|reveal|tell)|secretly|silently|covertly|discreetly|quietly|unnoticed|undetected|in the background|keep this (?:secret|hidden|confidential))\b/,
  ],
  [
    'the_user',
    /\bthe (?:user|users|customer|client|human|reader|recipient|owner|victim|target)(?:'s)?\b/,
  ],
  [
    'urgent',
    /\b(?:urgent|urgently|immediately|right away|asap|at once|critical|important|mandatory|required|attention|warning)\b|!!+/,
  ],
  [
    'secret',
    /\b(?:passwords?|credentials?|api[ _-]?keys?|secrets?|tokens?|ssn|social security|credit card|bank account|pin|private key|cookies?|login|personal (?:data|information|details)|saved addresses|payment methods?|medical records?|confidential)\b/,
  ],
  [
    'send_to',
    /\b(?:send|forward|e-?mail|post|upload|transfer|share|submit|report|deliver|exfiltrate|copy|wire|pay|message|text)\b.{0,90}\b(?:to|with|at|on)\b/,
  ],
  // Things that belong to a person.
  [
    'obj_my',
    /\b(?:my|our|his|her|their|user'?s?|owner'?s?)\s+(?:\w+\s+){0,3}(?:account|accounts|data|details|history|address|addresses|information|info|records?|files?|folder|documents?|contacts?|calendar|balance|card|device|devices|home|house|door|car|phone|profile|password|payment|location|schedule|appointment|reservation|order|orders|list|friend|inbox|emails?|messages?|notes?|repository|repo|project|policy|server|system|wallet|holdings|portfolio)\b/,
  ],
  [
    'code_snip',
    /\b(?:following|subsequent|below|succeeding|ensuing|provided|next|given)\s+(?:code|snippet|function|script|block|lines?|python|import|excerpt|fragment|segment)\b|\bcode (?:block|snippet|excerpt|segment|section|fragment|piece)\b/,
  ],
  [
    'encode',
    /\b(?:base\s?(?:16|32|58|64|85)|rot-?13|caesar|morse|cipher|binary|hexadecimal|hex|ascii|emoji|emojis|pig latin|leetspeak|anagrams?|backwards?|reversed?|uppercase|lowercase|vowels?|typos?|misspell\w*|symbols)\b/,
  ],
  [
    'lang',
    /\b(?:in|into|to)\s+(?:french|spanish|german|italian|chinese|japanese|russian|arabic|portuguese|korean|hindi|latin|english|dutch|turkish|polish|swahili|greek|hebrew)\b/,
  ],
  [
    'visit',
    /\b(?:visit|click|go to|navigate to|check out|open|browse|download|sign up|register|link(?:ing)? to|point(?:ing)? to|head over)\b/,
  ],
  [
    'wh_q',
    /^\W*(?:what|how|why|who|where|when|which|whose|is|are|do|does|did|can|could|should|would|will|has|have)\b[^.!]*\?/,
  ],
  ['qmark', /\?\s*$/],
  ['howto', /\bhow (?:do|can|could|should|to|would)\b/],
  ['if_then', /^\W*(?:if|when|unless|once|whenever)\b/],
  ['neg_imp', /^\W*(?:do not|don't|never|avoid|no longer)\b/],
  ['lets', /^\W*let(?:'s| us| me)\b/],
  [
    'add_quote',
    /\b(?:add|include|insert|append|say|print|write|output|respond with|reply with|repeat|mention|state|end with|begin with|start with)\b[^"“']{0,40}["“']/,
  ],
  [
    'sentence_in',
    /\b(?:a|an|the|one)\s+(?:\w+\s+)?(?:sentence|line|statement|paragraph|note|remark|comment|phrase|link|mention|reference|plug|headline|teaser|warning|reminder|claim|quote|joke|poem|story|essay|haiku|recipe|tip)\b/,
  ],
  [
    'poem',
    /\b(?:poem|haiku|story|essay|song|limerick|joke|sonnet|recipe|email|letter|blog post|article|speech|script|summary|list|report|review|tweet|slogan|plan)\b.{0,20}\b(?:about|on|for|of|that|to|describing|regarding)\b/,
  ],
  [
    'for_me',
    /\b(?:for me|to me|help me|give me|tell me|show me|let me know|send me|get back to me)\b/,
  ],
  ['thanks', /\b(?:thanks|thank you|regards|cheers|sincerely|best wishes)\b/],
  ['third', /\b(?:he|she|they|it|his|her|their|its)\b/],
  ['past', /\b(?:was|were|had|did|been|went|said|made|took|came)\b|\b\w{3,}ed\b/],
  ['modal_may', /\b(?:may|might|could|can|would)\b/],
];
