#include "consultations/given_names.h"

#include <algorithm>
#include <array>

namespace scriba::consultations {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"adele",      "adriana",      "adriano",    "agata",     "agnese",    "alberto",   "aldo",      "alessandra",
     "alessandro", "alessia",      "alessio",    "alfio",     "alfonso",   "alfredo",   "alice",     "amedeo",
     "andrea",     "angela",       "angelica",   "angelo",    "anna",      "annalisa",  "annamaria", "antonella",
     "antonia",    "antonietta",   "antonino",   "antonio",   "arianna",   "armando",   "arturo",    "asia",
     "assunta",    "aurora",       "barbara",    "beatrice",  "benedetta", "bruna",     "bruno",     "camilla",
     "carla",      "carlo",        "carlotta",   "carmela",   "carmelo",   "carmen",    "carmine",   "carolina",
     "caterina",   "cecilia",      "cesare",     "chiara",    "cinzia",    "ciro",      "claudia",   "claudio",
     "clara",      "concetta",     "corrado",    "cosimo",    "cristian",  "cristiano", "cristina",  "damiano",
     "daniela",    "daniele",      "dario",      "davide",    "debora",    "deborah",   "denise",    "diego",
     "dina",       "domenica",     "domenico",   "donatella", "donato",    "edoardo",   "elena",     "eleonora",
     "elia",       "elisa",        "elisabetta", "emanuela",  "emanuele",  "emilia",    "emilio",    "emma",
     "enrica",     "enrico",       "enzo",       "erica",     "ermanno",   "ernesto",   "ester",     "eugenio",
     "eva",        "fabio",        "fabiola",    "fabrizio",  "federica",  "federico",  "felice",    "ferdinando",
     "fernando",   "filippo",      "filomena",   "fiorella",  "flavia",    "flavio",    "francesca", "francesco",
     "franca",     "franco",       "gabriele",   "gabriella", "gaetano",   "gaia",      "gennaro",   "gerardo",
     "giacomo",    "gianfranco",   "gianluca",   "gianni",    "gianpaolo", "gina",      "ginevra",   "gino",
     "gioele",     "giorgia",      "giorgio",    "giovanna",  "giovanni",  "giulia",    "giuliana",  "giuliano",
     "giulio",     "giuseppe",     "giuseppina", "grazia",    "graziella", "greta",     "guido",     "ida",
     "ignazio",    "ilaria",       "irene",      "isabella",  "ivan",      "ivana",     "ivano",     "jacopo",
     "katia",      "lara",         "laura",      "leonardo",  "letizia",   "lia",       "liliana",   "linda",
     "lisa",       "livia",        "lorena",     "lorenza",   "lorenzo",   "loredana",  "luca",      "lucia",
     "luciana",    "luciano",      "ludovica",   "luigi",     "luisa",     "maddalena", "manuel",    "manuela",
     "marcello",   "marco",        "margherita", "maria",     "marina",    "mario",     "marisa",    "marta",
     "martina",    "massimiliano", "massimo",    "matilde",   "matteo",    "mattia",    "maurizio",  "mauro",
     "melissa",    "michela",      "michele",    "milena",    "mirella",   "miriam",    "mirko",     "monica",
     "nadia",      "natalia",      "nicola",     "nicole",    "nicoletta", "nicolo",    "nino",      "noemi",
     "norma",      "olga",         "omar",       "ornella",   "oscar",     "ottavio",   "paola",     "paolo",
     "pasquale",   "patrizia",     "piero",      "pierluigi", "pietro",    "pina",      "raffaele",  "raffaella",
     "rachele",    "rebecca",      "renata",     "renato",    "riccardo",  "rita",      "roberta",   "roberto",
     "rocco",      "romano",       "rosa",       "rosalia",   "rosanna",   "rosaria",   "rosario",   "rossella",
     "ruggero",    "sabrina",      "salvatore",  "samuele",   "sandra",    "sandro",    "santo",     "sara",
     "sebastiano", "serena",       "sergio",     "silvana",   "silvano",   "silvia",    "silvio",    "simona",
     "simone",     "sofia",        "sonia",      "stefania",  "stefano",   "susanna",   "tania",     "teresa",
     "tiziana",    "tiziano",      "tommaso",    "ugo",       "umberto",   "valentina", "valentino", "valeria",
     "valerio",    "vanessa",      "vera",       "veronica",  "vincenza",  "vincenzo",  "viola",     "virginia",
     "vito",       "vittoria",     "vittorio",   "viviana",   "walter"});

}  // namespace

bool IsGivenName(std::string_view folded) { return std::find(kNames.begin(), kNames.end(), folded) != kNames.end(); }

}  // namespace scriba::consultations
