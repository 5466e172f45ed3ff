import java.io.BufferedReader;
import java.io.FileReader;
import java.io.StringReader;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;

/**
 * What Weka predicts: for each line of a file of data sets, the labels that each learner gives.
 *
 * A line has a name, the number of training items, the number of test items, the numbers of values of the
 * attributes and of the class, joined by commas, and the items as digits: the training items first, each
 * with its class last.
 */
public class Predict {
    static final String[][] LEARNERS = {
        {"naive-bayes", "weka.classifiers.bayes.NaiveBayes", ""},
        {"c45", "weka.classifiers.trees.J48", ""},
        {"c45-no-raising", "weka.classifiers.trees.J48", "-S"},
        {"c45-unpruned", "weka.classifiers.trees.J48", "-U"},
        {"c45-full", "weka.classifiers.trees.J48", "-U -M 1"},
        {"c45-strict", "weka.classifiers.trees.J48", "-C 0.05 -M 5"},
        {"1-nn", "weka.classifiers.lazy.IBk", "-K 1"},
        {"3-nn", "weka.classifiers.lazy.IBk", "-K 3"},
        {"tan", "weka.classifiers.bayes.BayesNet", "-D -Q weka.classifiers.bayes.net.search.local.TAN"},
        {"voted-perceptron", "weka.classifiers.functions.VotedPerceptron", ""},
        {"majority", "weka.classifiers.rules.ZeroR", ""},
    };

    static Instances table(String[] words, int from, int to) throws Exception {
        String[] sizes = words[3].split(",");
        StringBuilder text = new StringBuilder("@relation items\n");
        for (int at = 0; at < sizes.length; at++) {
            text.append("@attribute a").append(at).append(" {0");
            for (int value = 1; value < Integer.parseInt(sizes[at]); value++) {
                text.append(",").append(value);
            }
            text.append("}\n");
        }
        text.append("@data\n");
        for (int item = from; item < to; item++) {
            String digits = words[4].substring(item * sizes.length, (item + 1) * sizes.length);
            text.append(String.join(",", digits.split(""))).append("\n");
        }
        Instances made = new Instances(new StringReader(text.toString()));
        made.setClassIndex(sizes.length - 1);
        return made;
    }

    static String labels(String[] learner, Instances train, Instances test) throws Exception {
        Object made = Utils.forName(Classifier.class, learner[1], Utils.splitOptions(learner[2]));
        Classifier classifier = (Classifier) made;
        classifier.buildClassifier(train);
        StringBuilder labels = new StringBuilder();
        for (int item = 0; item < test.numInstances(); item++) {
            labels.append((int) classifier.classifyInstance(test.instance(item)));
        }
        return labels.toString();
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new FileReader(arguments[0]));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            int trained = Integer.parseInt(words[1]);
            Instances train = table(words, 0, trained);
            Instances test = table(words, trained, trained + Integer.parseInt(words[2]));
            for (String[] learner : LEARNERS) {
                if (train.numClasses() == 2 || !learner[0].equals("voted-perceptron")) {
                    System.out.println(words[0] + " " + learner[0] + " " + labels(learner, train, test));
                }
            }
        }
    }
}
